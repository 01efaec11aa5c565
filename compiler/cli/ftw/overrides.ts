/** go-ftw's platform overrides: expectations that replace a test's own (docs/spec/ftw.md#overrides). */
import { readFileSync } from 'node:fs';
import type { FtwOutput, FtwTest } from './ftw-types.ts';
import { readOutput } from './read-tests.ts';
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
  /** Stages from 1; empty: all. */
  readonly stageIds: readonly number[];
  readonly reason: string;
  /** Undefined: the entry expects nothing, so the test is skipped; go-ftw would call it passed. */
  readonly output: FtwOutput | undefined;
};

/** An overrides file: a mapping with `test_overrides`, or the bare list. Throws FtwFileError. */
export function readOverrides(file: string): readonly FtwOverride[] {
  return parseOverrides(file, readFileSync(file, 'utf8'));
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
  // go-ftw never applies an entry without test_ids and does not say so.
  if (ruleId === undefined || testIds.length === 0) {
    throw new FtwFileError(`${file}: an override needs rule_id and test_ids.`);
  }
  const output = fields.entries.get('output');
  return {
    ruleId,
    testIds,
    stageIds: numberListField(fields, 'stage_ids'),
    reason: textField(fields, 'reason') ?? '',
    output: output === undefined ? undefined : readOutput(`${file}: ${ruleId}: output`, output, []),
  };
}

/** The override for one stage (from 1) of a test. */
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
