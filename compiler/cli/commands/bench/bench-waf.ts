/** Measures time and memory of whole transactions of a compiled WAF, in process. */
import { getHeapStatistics } from 'node:v8';
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import type {
  CompiledWaf,
  RequestHead,
  ResponseHead,
  Transaction,
} from '#engine/host/compiled-waf.ts';
import { decoderFor } from '../../inspection/decode-body.ts';
import { type LimitRefusal, type RunResponse, runPhases } from '../../inspection/run-phases.ts';
import type { BenchRequest } from './bench-request.ts';
import { varyRequest } from './vary-request.ts';

export type BenchOptions = {
  /**
   * Processor time for the rounds, or five times as much wall clock time; a started round is finished. When `rounds` is
   * given, that many rounds are measured instead, after as many rounds of warm-up.
   */
  readonly milliseconds: number;
  readonly rounds?: number | undefined;
  readonly seed: number;
};

/** The default seed: all runs that name no other seed vary values in the same way. */
export const SEED = 20_310_101;

export type BenchResult = {
  /**
   * Processor time of one transaction, including garbage collection: the mean over the requests, and of that the median
   * of the second half of the rounds.
   */
  readonly microseconds: number;
  /** Bytes of heap that one transaction allocates; mean over the requests. */
  readonly allocatedBytes: number;
  /** The number of requests, and of those that are blocked in their original form. */
  readonly requests: number;
  readonly blocked: number;
  /** The number of measured rounds. */
  readonly rounds: number;
};

/** Runs rounds over all requests, with different values in every round; the first half is warm-up. */
export function benchWaf(
  waf: CompiledWaf,
  requests: readonly BenchRequest[],
  options: BenchOptions,
): BenchResult {
  const random = seededRandom(options.seed);
  const rounds: number[] = [];
  const goesOn = untilEnough(options);
  do {
    rounds.push(runRound(waf, requests, random));
  } while (goesOn(rounds.length));
  const settled = rounds.slice(Math.floor(rounds.length / 2));
  return {
    microseconds: median(settled),
    allocatedBytes: allocation(waf, requests, random),
    requests: requests.length,
    blocked: requests.filter((request) => isBlocked(waf, request)).length,
    rounds: settled.length,
  };
}

function untilEnough({ milliseconds, rounds }: BenchOptions): (done: number) => boolean {
  if (rounds !== undefined) return (done) => done < rounds * 2;
  const enough = processorTime() + milliseconds * 1000;
  const late = performance.now() + milliseconds * 5;
  return () => processorTime() < enough && performance.now() < late;
}

/** Runs one transaction with all its phases, body limits and content codings, as the proxy does, and returns it. */
export function runTransaction(waf: CompiledWaf, request: BenchRequest): Transaction {
  return run(waf, request).transaction;
}

function run(
  waf: CompiledWaf,
  request: BenchRequest,
): { readonly transaction: Transaction; readonly refusal: LimitRefusal | undefined } {
  const { body } = request;
  const head = headOf(request);
  const transaction = waf.open(head, request.name);
  const decode = body === '' ? undefined : decoderFor(head);
  const refusal = runPhases(waf, transaction, { head, body }, { responseTo, decode });
  transaction.close();
  return { transaction, refusal };
}

export const RESPONSE: ResponseHead = {
  status: 200,
  protocol: 'HTTP/1.1',
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Length', '5120'],
  ],
};

export function headOf({ method, target, headers }: BenchRequest): RequestHead {
  return {
    method,
    target,
    protocol: 'HTTP/1.1',
    headers,
    remoteAddress: '192.0.2.17',
    remotePort: 40_000,
    serverAddress: '192.0.2.1',
    serverPort: 8081,
    serverName: 'www.example.com',
  };
}

function responseTo(): RunResponse {
  return { head: RESPONSE, body: '' };
}

function isBlocked(waf: CompiledWaf, request: BenchRequest): boolean {
  const { transaction, refusal } = run(waf, request);
  return (transaction.interruption ?? refusal) !== undefined;
}

/** Returns the mean in microseconds. Only transactions are timed, not the variation of values. */
function runRound(waf: CompiledWaf, requests: readonly BenchRequest[], random: Random): number {
  const varied = requests.map((request) => varyRequest(request, random));
  const started = processorTime();
  for (const request of varied) runTransaction(waf, request);
  return (processorTime() - started) / requests.length;
}

/** Returns the microseconds of processor time of this process, which do not depend on other processes. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Returns the allocated bytes. A garbage collection in between makes a difference negative; such differences are
 * ignored.
 */
function allocation(waf: CompiledWaf, requests: readonly BenchRequest[], random: Random): number {
  const differences: number[] = [];
  for (const request of requests) {
    const varied = varyRequest(request, random);
    const before = getHeapStatistics().used_heap_size;
    runTransaction(waf, varied);
    const difference = getHeapStatistics().used_heap_size - before;
    if (difference > 0) differences.push(difference);
  }
  const total = differences.reduce((sum, difference) => sum + difference, 0);
  return differences.length === 0 ? 0 : Math.round(total / differences.length);
}

/** Returns the median, the upper one of two middle values; 0 for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
