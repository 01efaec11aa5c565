/** A log in which every request is a false alarm: memory stays within a small heap. */
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { RULES } from './helpers.ts';

const RECORDS = 20_000;
/** Of the old generation; the requests of the log need more. */
const HEAP_MEGABYTES = 64;

function line(index: number): string {
  const body = `text=${'word+'.repeat(800)}${index}`;
  const headers = { 'content-type': ['application/x-www-form-urlencoded'] };
  return JSON.stringify({
    transaction: {
      client_ip: `192.0.2.${index % 256}`,
      request: { method: 'POST', uri: `/orders/${index}/note?n=it's`, headers, body },
      messages: [{ rule_id: '942000', data: "Matched Data: ' found within ARGS:n: it's" }],
    },
  });
}

test('20,000 false alarms with bodies of 4 KB need bounded memory', () => {
  const folder = folderWith({ 'rules.conf': RULES });
  const file = openSync(join(folder, 'audit.log'), 'w');
  for (let index = 0; index < RECORDS; index += 1) writeSync(file, `${line(index)}\n`);
  closeSync(file);
  const { status, stdout, stderr } = portcullis(
    folder,
    ['tune', 'audit.log', '--entry', 'rules.conf'],
    '',
    { NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` },
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /942000 at ARGS:n, 20000 requests of 256 clients/);
  assert.match(stdout, /effect: 20000 of 20000 false alarms would no longer occur/);
});
