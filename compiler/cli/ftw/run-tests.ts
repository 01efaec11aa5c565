/** Runs tests and counts the results. An exchange, in process or over TCP, sends the requests. */
import { progress } from '../output/progress.ts';
import { buildRequest } from './build-request.ts';
import type {
  FtwExchange,
  FtwExplain,
  FtwFailure,
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
  /** Matched against test ids such as `942100-1`, unanchored; so is `exclude`. */
  readonly include?: RegExp | undefined;
  readonly exclude?: RegExp | undefined;
  readonly overrides?: readonly FtwOverride[] | undefined;
};

/** Returns those of `tests` that `include` and `exclude` select. */
export function selectTests({ tests, include, exclude }: RunOptions): readonly FtwTest[] {
  return tests.filter(({ id }) => include?.test(id) !== false && exclude?.test(id) !== true);
}

/** How requests are sent. `unjudged` returns the reason when a stage cannot be judged like this. */
export type Runner = {
  readonly exchange: FtwExchange;
  readonly unjudged: (stage: FtwStage) => string | undefined;
  /** Whether some expectation is checked. A test of which no stage has one is skipped, as it cannot fail. */
  readonly expectsSome?: (output: FtwOutput) => boolean;
  /** Called before each test. */
  readonly start?: () => void;
  readonly explain?: FtwExplain | undefined;
};

/**
 * Runs one test after the other. A test fails when any of its stages fails; in go-ftw only the last stage counts.
 * Rejects when the exchange rejects: without a connection there are no results.
 */
export async function runTests(options: RunOptions, runner: Runner): Promise<FtwSummary> {
  const { overrides = [] } = options;
  const results: FtwResult[] = [];
  const selected = selectTests(options);
  for (const [index, test] of selected.entries()) {
    progress.show('testing', index + 1, selected.length);
    runner.start?.();
    results.push(await runTest(test, overrides, runner));
  }
  progress.clear();
  const count = (kind: FtwResult['kind']) =>
    results.filter((result) => result.kind === kind).length;
  return { results, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Runs the stages up to the first that fails. A stage that cannot be judged is not sent; the test then is skipped. */
async function runTest(
  test: FtwTest,
  overrides: readonly FtwOverride[],
  runner: Runner,
): Promise<FtwResult> {
  let skipped: string | undefined;
  let expectsSome = runner.expectsSome === undefined;
  for (const [index, stage] of test.stages.entries()) {
    const override = overrideFor(overrides, test, index + 1);
    const output = override === undefined ? stage.output : override.output;
    if (output === undefined) {
      skipped = `override: ${override?.reason}`;
      continue;
    }
    const judged = { input: stage.input, output };
    const unjudged = whyUnjudged(judged, runner);
    if (unjudged !== undefined) {
      skipped = unjudged;
      continue;
    }
    expectsSome ||= runner.expectsSome?.(output) === true;
    const failed = await runStage(judged, runner);
    if (failed === undefined) continue;
    const position = { stage: index + 1, stageCount: test.stages.length };
    return { kind: 'failed', test, failure: { ...position, ...failed } };
  }
  const reason = skipped ?? (expectsSome ? undefined : 'expects nothing in the log');
  return reason === undefined ? { kind: 'passed', test } : { kind: 'skipped', test, reason };
}

/** Returns why the runner cannot judge the stage; undefined when it can. */
function whyUnjudged(stage: FtwStage, runner: Runner): string | undefined {
  const { unsupported } = stage.input;
  if (unsupported === undefined) return runner.unjudged(stage);
  return `needs ${unsupported}, which this runner does not support`;
}

type StageFailure = Omit<FtwFailure, 'stage' | 'stageCount'>;

async function runStage(
  { input, output }: FtwStage,
  { exchange, explain }: Runner,
): Promise<StageFailure | undefined> {
  const { expectIds } = output;
  const request = buildRequest(input);
  if (request === undefined) {
    const reason = 'Its data is a template that this runner does not support.';
    return { reason, request: '', expectIds, foundIds: [], closest: [] };
  }
  for (let attempt = output.retryOnce ? 1 : 2; ; attempt += 1) {
    const outcome = await exchange(request);
    const reason = judge(output, outcome);
    if (reason === undefined) return undefined;
    if (attempt < 2) continue;
    const foundIds = ruleIds(outcome.lines);
    const missing = expectIds.filter((id) => !foundIds.includes(id));
    const closest = missing.length === 0 ? [] : ((await explain?.(request, missing)) ?? []);
    return { reason, request, expectIds, foundIds, closest };
  }
}
