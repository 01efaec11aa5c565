/** Reports of SHADOW_REPORT: the last candidate is summed up, line by line. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createTrialReader } from '#compiler/cli/commands/promote/trial.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';

const rule = (id: string) => ({ id, message: `message of ${id}` });
const request = { request_id: 'r', client_ip: '192.0.2.1', method: 'GET', host: 'h', uri: '/a' };
const difference = (change: string, live: readonly string[], shadow: readonly string[]) => ({
  ...{ kind: 'difference', change, ...request },
  ...{ live: { rules: live.map(rule) }, shadow: { rules: shadow.map(rule) } },
});
const summary = { kind: 'summary', judged: 700, dropped: 3 };

/** Lines of two candidates; the second is the last that was tried. */
const REPORT = [
  { candidate: 'old', time: '1', ...difference('new_block', [], ['9']) },
  { candidate: 'new', time: '2', ...difference('new_block', ['1'], ['1', '2', '3']) },
  { candidate: 'new', time: '3', ...difference('new_block', [], ['3', '3']) },
  { candidate: 'old', time: '3', ...summary },
  { candidate: 'new', time: '4', ...difference('lost_block', ['5'], []) },
  { candidate: 'new', time: '4', ...difference('other_response', [], []) },
  { candidate: 'new', time: '5', kind: 'fault', problem: 'out of memory', ...request },
  { candidate: 'new', time: '6', ...summary },
  { candidate: 'new', time: '7', ...summary },
  // None of these belongs to a report.
  { candidate: 'new', time: '8', kind: 'difference', change: 'new_block' },
  { candidate: 5, time: '9', ...summary },
  null,
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

const EXPECTED = {
  candidate: 'new',
  judged: 1400,
  dropped: 6,
  changes: { new_block: 2, lost_block: 1, other_response: 1 },
  newBlocks: [
    { ...rule('3'), count: 2, example: 'GET h/a' },
    { ...rule('2'), count: 1, example: 'GET h/a' },
  ],
  lostBlocks: [{ ...rule('5'), count: 1, example: 'GET h/a' }],
  faults: ['out of memory'],
  unread: 3,
};

test('the lines of the last candidate are counted', () => {
  const { add, result } = createTrialReader();
  assert.equal(result(), undefined);
  for (const line of REPORT.split('\n')) add(line);
  assert.deepEqual(result(), EXPECTED);
});

test('promote reads reports also in parts and gzipped, and says why it cannot', () => {
  const folder = folderWith({ 'a.jsonl': REPORT.slice(0, REPORT.indexOf('\n') + 1) });
  writeFileSync(join(folder, 'b.gz'), gzipSync(REPORT.slice(REPORT.indexOf('\n') + 1)));
  const { status, stdout } = portcullis(folder, ['promote', 'a.jsonl', 'b.gz', '--format', 'json']);
  assert.equal(status, 1);
  const { schemaVersion, promote, reasons, ...trial } = JSON.parse(stdout);
  assert.equal(schemaVersion, 1);
  assert.equal(promote, false);
  assert.equal(reasons.length, 3);
  assert.deepEqual(trial, EXPECTED);
  const none = portcullis(folder, ['promote', 'none.jsonl']);
  assert.equal(none.status, 2);
  assert.equal(none.stderr, 'error: Cannot read the report none.jsonl. There is no such file.\n');
});

test('promote says how a candidate takes over', () => {
  const judged = { candidate: 'new', time: '1', ...summary, judged: 1000 };
  const folder = folderWith({ 'a.jsonl': JSON.stringify(judged) });
  const { status, stdout } = portcullis(folder, ['promote', 'a.jsonl']);
  assert.equal(status, 0);
  assert.match(stdout, /can take over: write it over the module in force and send SIGHUP, or /);
  assert.match(stdout, /ENGINE_RULES_PATH_APIS and restart\.$/m);
});
