/** Runs tests through an exchange, which knows how a request is sent, and sums up. */
import type { ByteString } from '../../runtime/engine/byte-string.ts';
import { buildRequest } from './build-request.ts';
import type {
  FtwExchange,
  FtwFailure,
  FtwOutcome,
  FtwOutput,
  FtwResult,
  FtwStage,
  FtwSummary,
  FtwTest,
} from './ftw-types.ts';
import { judge } from './judge.ts';
import { type FtwOverride, overrideFor } from './overrides.ts';
import { ruleIds } from './rule-ids.ts';

export type RunOptions = {
  readonly tests: readonly FtwTest[];
  /** Searched for in ids such as `942100-1`. */
  readonly include?: RegExp | undefined;
  readonly exclude?: RegExp | undefined;
  readonly overrides?: readonly FtwOverride[] | undefined;
};

/** How requests are sent, and which stages cannot be judged that way (the reason). */
export type Runner = {
  readonly exchange: FtwExchange;
  readonly unjudged: (stage: FtwStage) => string | undefined;
};

/**
 * One test after the other. A test fails when any of its stages does; go-ftw counts the last one
 * only. Rejects when the exchange does: without a connection there is nothing to sum up.
 */
export async function runTests(options: RunOptions, runner: Runner): Promise<FtwSummary> {
  const { tests, include, exclude, overrides = [] } = options;
  const results: FtwResult[] = [];
  for (const test of tests) {
    if (include && !include.test(test.id)) continue;
    if (exclude?.test(test.id)) continue;
    results.push(await runTest(test, overrides, runner));
  }
  const count = (kind: FtwResult['kind']) =>
    results.filter((result) => result.kind === kind).length;
  return { results, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** All stages run, also those nobody can judge: a later stage may build on them. */
async function runTest(
  test: FtwTest,
  overrides: readonly FtwOverride[],
  runner: Runner,
): Promise<FtwResult> {
  let skipped: string | undefined;
  for (const [index, stage] of test.stages.entries()) {
    const override = overrideFor(overrides, test, index + 1);
    const output = override === undefined ? stage.output : override.output;
    const unjudged =
      output === undefined
        ? `override: ${override?.reason}`
        : runner.unjudged({ input: stage.input, output });
    if (unjudged !== undefined || output === undefined) {
      skipped = unjudged;
      continue;
    }
    const failure = await runStage(index + 1, { input: stage.input, output }, runner.exchange);
    if (failure !== undefined) return { kind: 'failed', test, failure };
  }
  return skipped === undefined
    ? { kind: 'passed', test }
    : { kind: 'skipped', test, reason: skipped };
}

async function runStage(
  number: number,
  { input, output }: FtwStage,
  exchange: FtwExchange,
): Promise<FtwFailure | undefined> {
  const request = buildRequest(input);
  if (request === undefined) {
    const reason = 'Its data is a template that this runner does not know.';
    return failureOf(number, reason, '', output, { response: { kind: 'none' }, lines: [] });
  }
  for (let attempt = output.retryOnce ? 1 : 2; ; attempt += 1) {
    const outcome = await exchange(request);
    const reason = judge(output, outcome);
    if (reason === undefined) return undefined;
    if (attempt === 2) return failureOf(number, reason, request, output, outcome);
  }
}

function failureOf(
  stage: number,
  reason: string,
  request: ByteString,
  { expectIds }: FtwOutput,
  { lines }: FtwOutcome,
): FtwFailure {
  const requestHead = request.split('\r\n\r\n', 1)[0] ?? '';
  return { stage, reason, requestHead, expectIds, foundIds: ruleIds(lines) };
}
