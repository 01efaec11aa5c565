/** Time and memory that whole transactions of a compiled WAF take, in process. */
import { getHeapStatistics } from 'node:v8';
import type {
  CompiledWaf,
  RequestHead,
  ResponseHead,
  Transaction,
} from '../../../../runtime/engine/host/compiled-waf.ts';
import type { BenchRequest } from './bench-request.ts';
import { type Random, seededRandom } from './random.ts';
import { varyRequest } from './vary-request.ts';

export type BenchOptions = {
  /**
   * Processor time to spend on rounds, or five times that by the clock; a begun round is finished. When
   * `rounds` is given, that many are measured instead, after as many to warm up.
   */
  readonly milliseconds: number;
  readonly rounds?: number | undefined;
  readonly seed: number;
};

/** Any number: all runs that do not name one vary values in the same way. */
export const SEED = 20_310_101;

export type BenchResult = {
  /**
   * Processor time of one transaction, garbage collection included: the mean over the requests, the
   * median of the later half of the rounds.
   */
  readonly microseconds: number;
  /** Bytes of heap that one transaction allocates, mean over the requests. */
  readonly allocatedBytes: number;
  /** How many there are, and how many of them are blocked as they are, unvaried. */
  readonly requests: number;
  readonly blocked: number;
  /** Those that count. */
  readonly rounds: number;
};

/** Runs rounds over all requests, with other values in every round; the first half is warm-up. */
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

/** One transaction with all its phases, as the proxy runs it; what it did is left in it. */
export function runTransaction(waf: CompiledWaf, request: BenchRequest): Transaction {
  const transaction = waf.open(headOf(request), request.name);
  runPhases(transaction, request);
  transaction.close();
  return transaction;
}

const RESPONSE: ResponseHead = {
  status: 200,
  protocol: 'HTTP/1.1',
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Length', '5120'],
  ],
};

function headOf({ method, target, headers }: BenchRequest): RequestHead {
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

function runPhases(transaction: Transaction, { body }: BenchRequest): void {
  if (transaction.inspectRequestHeaders()) return;
  if (transaction.inspectRequestBody(transaction.requestBodyAccess ? body : '')) return;
  if (transaction.inspectResponseHeaders(RESPONSE)) return;
  transaction.inspectResponseBody('');
}

function isBlocked(waf: CompiledWaf, request: BenchRequest): boolean {
  return runTransaction(waf, request).interruption !== undefined;
}

/** Mean microseconds; the clock runs only while transactions do, not while values are varied. */
function runRound(waf: CompiledWaf, requests: readonly BenchRequest[], random: Random): number {
  const varied = requests.map((request) => varyRequest(request, random));
  const started = processorTime();
  for (const request of varied) runTransaction(waf, request);
  return (processorTime() - started) / requests.length;
}

/** Microseconds that this process has used: unlike a clock, it does not see what other ones do. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** A collection in between makes a difference negative: those are left out. */
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

/** The upper one of two middle values; 0 for no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
