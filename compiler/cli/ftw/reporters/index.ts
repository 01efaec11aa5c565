/** The reporters of `portcullis test --reporter` by name. Each returns the whole output, with the last line end. */
import type { FtwRecord } from '../ftw-record.ts';
import { formatDot } from './dot.ts';
import { formatGithub } from './github.ts';
import { formatJson } from './json.ts';
import { formatJunit } from './junit.ts';
import { formatSpec } from './spec.ts';
import { formatRecords } from './summary.ts';

export type Reporter = (records: readonly FtwRecord[]) => string;

export const reporters: ReadonlyMap<string, Reporter> = new Map<string, Reporter>([
  ['summary', (records) => `${formatRecords(records)}\n`],
  ['spec', formatSpec],
  ['dot', formatDot],
  ['json', formatJson],
  ['junit', formatJunit],
  ['github', formatGithub],
]);
