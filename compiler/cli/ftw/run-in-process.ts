/** Runs tests against a compiled module without a network: all five phases, with a built-in backend. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf, Transaction } from '#engine/host/compiled-waf.ts';
import type { HostServices } from '#engine/host/host-services.ts';
import { errorLogLine } from '#engine/log/error-log.ts';
import { decoderFor } from '../inspection/decode-body.ts';
import { type LimitRefusal, runPhases } from '../inspection/run-phases.ts';
import { traceServices } from '../inspection/run-request.ts';
import type { PhasePlan } from '../inspection/trace-plan.ts';
import { traceReport } from '../inspection/trace-report.ts';
import { type ParsedRequest, parseRequest } from '../requests/parse-request.ts';
import { closestMiss } from './closest-miss.ts';
import type { FtwOutput, FtwSummary } from './ftw-types.ts';
import { reflect } from './reflect.ts';
import { type RunOptions, runTests } from './run-tests.ts';
import { socketOnly } from './socket-only.ts';

export type InProcess = {
  readonly waf: CompiledWaf;
  /** Compiles the same program with traces. Called when a test fails. */
  readonly traced?: (() => Promise<TracedProgram>) | undefined;
};

export type TracedProgram = { readonly waf: CompiledWaf; readonly plan: readonly PhasePlan[] };

/** Runs the selected tests without the stages that test the HTTP front end (socket-only.ts). Rejects on engine faults. */
export function runFtw(options: RunOptions & InProcess): Promise<FtwSummary> {
  const { waf, traced } = options;
  let count = 0;
  return runTests(options, {
    start: () => waf.forget(),
    exchange: async (request) => {
      count += 1;
      const transaction = runTransaction(waf, request, `ftw-${count}`);
      return { response: { kind: 'unobserved' }, lines: logLines(transaction) };
    },
    unjudged: socketOnly,
    expectsSome: expectsLog,
    explain: traced && (async (request, ids) => explainMisses(await traced(), request, ids)),
  });
}

/** Without a response, only the log can be judged. */
function expectsLog(output: FtwOutput): boolean {
  const { expectIds, noExpectIds, matchRegex, noMatchRegex, isolated } = output;
  const patterns = [matchRegex, noMatchRegex].filter((each) => each !== undefined);
  return isolated || expectIds.length + noExpectIds.length + patterns.length > 0;
}

/** Traces the request with empty persistent collections, that is, without the data that earlier stages stored. */
function explainMisses(
  { waf, plan }: TracedProgram,
  request: ByteString,
  ids: readonly number[],
): readonly string[] {
  waf.forget();
  const { trace } = runTransaction(waf, request, 'trace', traceServices);
  const report = traceReport(plan, trace);
  return ids.flatMap((id) => closestMiss(report, id));
}

function runTransaction(
  waf: CompiledWaf,
  raw: ByteString,
  id: string,
  services?: HostServices,
): Transaction {
  const request = parseRequest(raw);
  const transaction = waf.open(request.head, id, undefined, services);
  runReflected(waf, transaction, request);
  transaction.close();
  return transaction;
}

/** Returns the lines that the proxy would write to its error log. */
function logLines(transaction: Transaction): readonly ByteString[] {
  return transaction.matches
    .filter((match) => match.rule.log)
    .map((match) => errorLogLine(transaction, match));
}

/** Runs phases 1 to 4, with the response of reflect.ts, until an interruption. Returns the refusal at a limit. */
export function runReflected(
  waf: CompiledWaf,
  transaction: Transaction,
  request: ParsedRequest,
): LimitRefusal | undefined {
  const decode = decoderFor(request.head);
  return runPhases(waf, transaction, request, { responseTo: () => reflect(request), decode });
}
