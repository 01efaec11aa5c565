/** Validates the options of `portcullis test`. An invalid combination is reported in one message. */
import type { FtwTest } from '../../ftw/ftw-types.ts';
import { type FtwOverride, readOverrides } from '../../ftw/overrides.ts';
import { readTests } from '../../ftw/read-tests.ts';
import { type Reporter, reporters } from '../../ftw/reporters/index.ts';
import { parseShard, type Shard, shareOf } from '../../ftw/run-shards.ts';
import { selectTests } from '../../ftw/run-tests.ts';
import { FtwFileError } from '../../ftw/yaml-fields.ts';

export type TestOptions = {
  readonly entry: readonly string[];
  readonly skipUnsupported?: boolean;
  readonly profile?: string;
  readonly include?: string;
  readonly exclude?: string;
  readonly tags?: string;
  readonly overrides?: string;
  /** "off": without the optional passes. */
  readonly passes?: string;
  readonly reporter: string;
  readonly parallel: number;
  readonly shard?: string;
  readonly url?: string;
  readonly log?: string;
  readonly watch?: boolean;
};

export type TestPlan = {
  readonly kind: 'Ok';
  /** The tests that the options select. */
  readonly tests: readonly FtwTest[];
  readonly overrides: readonly FtwOverride[];
  readonly reporter: Reporter;
};

export type PlanResult = TestPlan | { readonly kind: 'Error'; readonly message: string };

export function readPlan(folder: string, options: TestOptions): PlanResult {
  try {
    return { kind: 'Ok', ...planOf(folder, options) };
  } catch (error) {
    if (error instanceof UsageError || error instanceof FtwFileError) {
      return { kind: 'Error', message: error.message.replace(/:?\s*\n[\s\S]*/, '') };
    }
    throw error;
  }
}

/** Thrown and caught only in this file. */
class UsageError extends Error {}

function planOf(folder: string, options: TestOptions): Omit<TestPlan, 'kind'> {
  const reporter = reporters.get(options.reporter);
  if (reporter === undefined) {
    throw new UsageError(`--reporter takes one of ${[...reporters.keys()].join(', ')}.`);
  }
  if (options.passes !== undefined && options.passes !== 'off') {
    throw new UsageError('--passes takes off.');
  }
  if ((options.url === undefined) !== (options.log === undefined)) {
    throw new UsageError('--url and --log go together.');
  }
  const overrides = options.overrides === undefined ? [] : readOverrides(options.overrides);
  return { tests: testsOf(folder, options), overrides, reporter };
}

function testsOf(
  folder: string,
  { include, exclude, tags, shard }: TestOptions,
): readonly FtwTest[] {
  const wanted = expression('tags', tags);
  const selected = selectTests({
    tests: readTests(folder),
    include: expression('include', include),
    exclude: expression('exclude', exclude),
  });
  const tests = selected.filter(
    (test) => wanted === undefined || test.tags.some((tag) => wanted.test(tag)),
  );
  if (tests.length === 0) throw new UsageError(`No test in ${folder} is selected.`);
  return shard === undefined ? tests : shareOf(tests, shardOf(shard));
}

function shardOf(text: string): Shard {
  const shard = parseShard(text);
  if (shard === undefined) throw new UsageError(`--shard takes a share such as 1/4, not ${text}.`);
  return shard;
}

function expression(option: string, source: string | undefined): RegExp | undefined {
  if (source === undefined) return undefined;
  try {
    return new RegExp(source);
  } catch {
    throw new UsageError(`--${option} takes a regular expression, not ${source}.`);
  }
}
