/** Platform overrides of go-ftw: expectations that replace those of a test (docs/spec/ftw.md#overrides). */
import type { FtwOutput, FtwTest } from './ftw-types.ts';
import { readOutput, readText } from './read-tests.ts';
import {
  FtwFileError,
  fieldsOf,
  listField,
  numberField,
  numberListField,
  parseYaml,
  textField,
} from './yaml-fields.ts';

export type FtwOverride = {
  readonly ruleId: number;
  readonly testIds: readonly number[];
  /** Numbers of stages, from 1. An empty list means all stages. */
  readonly stageIds: readonly number[];
  readonly reason: string;
  /** Undefined: the entry has no expectations, so the stage is not judged. go-ftw counts such a test as passed. */
  readonly output: FtwOutput | undefined;
};

/** Reads an overrides file: a mapping with `test_overrides`, or only its list. Throws FtwFileError. */
export function readOverrides(file: string): readonly FtwOverride[] {
  return parseOverrides(file, readText(file));
}

export function parseOverrides(file: string, text: string): readonly FtwOverride[] {
  const document = parseYaml(file, text);
  const list = Array.isArray(document)
    ? document
    : listField(fieldsOf(file, document), 'test_overrides');
  return list.map((node) => parseOverride(file, node));
}

function parseOverride(file: string, node: unknown): FtwOverride {
  const known = ['rule_id', 'test_ids', 'stage_ids', 'reason', 'output'];
  const fields = fieldsOf(file, node, known, []);
  const ruleId = numberField(fields, 'rule_id');
  const testIds = numberListField(fields, 'test_ids');
  // go-ftw silently ignores an entry without test_ids.
  if (ruleId === undefined || testIds.length === 0) {
    throw new FtwFileError(`${file}: an override needs rule_id and test_ids.`);
  }
  const output = fields.entries.get('output');
  return {
    ruleId,
    testIds,
    stageIds: numberListField(fields, 'stage_ids'),
    reason: textField(fields, 'reason') ?? '',
    output: output === undefined ? undefined : readOutput(`${file}: ${ruleId}: output`, output),
  };
}

/** Returns the override for one stage of a test, or undefined. `stage` counts from 1. */
export function overrideFor(
  overrides: readonly FtwOverride[],
  test: FtwTest,
  stage: number,
): FtwOverride | undefined {
  return overrides.find(
    ({ ruleId, testIds, stageIds }) =>
      ruleId === test.ruleId &&
      testIds.includes(test.testId) &&
      (stageIds.length === 0 || stageIds.includes(stage)),
  );
}
