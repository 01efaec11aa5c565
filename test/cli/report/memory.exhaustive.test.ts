/** A log in which everything is different every time: memory stays within a small heap. */
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { auditLine } from './helpers.ts';

const RECORDS = 60_000;
/** Of the old generation; without bounds of our own, the counts alone would need several times as much. */
const HEAP_MEGABYTES = 128;

function line(index: number): string {
  return auditLine({
    time: new Date(Date.parse('2026-01-01') + index * 60_000).toISOString(),
    client: `2001:db8::${index.toString(16)}`,
    host: `h${index}.example`,
    uri: `/${index}/${'p'.repeat(200)}?q=${'v'.repeat(400)}`,
    matches: [
      {
        id: String(1_000_000 + index),
        message: `message ${index}`,
        data: `x found within ARGS:a${index}: y`,
        tags: [`tag ${index}`],
      },
    ],
  });
}

test('60,000 rules, tags, hosts, paths and clients need bounded memory', () => {
  const folder = folderWith({});
  const file = openSync(join(folder, 'audit.log'), 'w');
  for (let index = 0; index < RECORDS; index += 1) writeSync(file, `${line(index)}\n`);
  closeSync(file);
  const words = ['report', 'audit.log', '--json', '--no-exclusions'];
  const { status, stdout, stderr } = portcullis(folder, words, '', {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
  });
  assert.equal(status, 0, stderr);
  const { period, dimensions } = JSON.parse(stdout);
  assert.equal(period.detected, RECORDS);
  assert.equal(dimensions.length, 6);
  for (const { name, bars, others, missing } of dimensions) {
    if (name === 'country') continue;
    let sum = others.now.detected;
    for (const { now } of bars) sum += now.detected;
    assert.equal(sum, RECORDS, name);
    assert.ok(missing > 0, name);
  }
});
