/** Bodies after phase 2: gone unless a later rule reads them, and never gone from the logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditRecord } from '#engine/log/audit-record.ts';
import { errorLogLine } from '#engine/log/error-log.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const SETTINGS = 'SecRuleEngine On\nSecRequestBodyAccess On\nSecAuditLogParts ABIZ\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const BODIES = [`a=${'x'.repeat(100_000)}end`, 'a=xend'];

/** What a rule of the phase finds at the end of the variable, and whether the module says that one looks. */
const LATE: readonly (readonly [rule: string, isLate: boolean])[] = [
  ['SecRule REQUEST_BODY "@endsWith xend" "id:1,phase:3,pass,setvar:tx.seen_score=1"', true],
  ['SecRule ARGS "@endsWith xend" "id:1,phase:4,pass,setvar:tx.seen_score=1"', true],
  ['SecRule ARGS_POST:a "@endsWith xend" "id:1,phase:5,pass,setvar:tx.seen_score=1"', true],
  ['SecRule &ARGS_NAMES "@eq 1" "id:1,phase:5,pass,setvar:tx.seen_score=1"', true],
  [
    'SecAction "id:1,phase:3,pass,setvar:tx.copy=%{REQUEST_BODY},chain"\nSecRule TX:copy "@endsWith xend" "setvar:tx.seen_score=1"',
    true,
  ],
  ['SecRule REQUEST_BODY "@endsWith xend" "id:1,phase:2,pass,setvar:tx.seen_score=1"', false],
  ['SecRule REQUEST_BODY_LENGTH "@eq BYTES" "id:1,phase:5,pass,setvar:tx.seen_score=1"', false],
];

test('rules after phase 2 see the body that they read', async () => {
  let count = 0;
  for (const body of BODIES) {
    for (const [late, isLate] of LATE) {
      const rule = late.replace('BYTES', String(body.length));
      const { program } = compileText(`${SETTINGS}${rule}`);
      assert.ok(program !== undefined, rule);
      assert.equal(program.manifest.readsBodyLate ?? false, isLate, rule);
      const waf = await loadProgram(program);
      const { head } = parseRequest(`POST / HTTP/1.1\nHost: a\n${FORM}\n\n`);
      const transaction = waf.open(head, 'test');
      transaction.inspectRequestHeaders();
      transaction.inspectRequestBody(body);
      transaction.inspectResponseHeaders({ status: 200, protocol: 'HTTP/1.1', headers: [] });
      transaction.inspectResponseBody('');
      transaction.close();
      assert.equal(transaction.txVariable('seen_score'), '1', rule);
      const now = new Date(0);
      const record = auditRecord(transaction, waf.settings, waf.manifest, now, 'off');
      const { request } = record.transaction;
      assert.equal(request.length, body.length);
      assert.equal(request.body, body.slice(0, 65_536));
      count += 1;
    }
  }
  assert.equal(count, 14);
});

test('once the transaction is closed, matches hold no more of a large body than logs show', async () => {
  const [large = ''] = BODIES;
  for (const phase of [2, 5]) {
    const { program } = compileText(
      `${SETTINGS}SecRule ARGS:a "@endsWith xend" "id:1,phase:${phase},pass,log"\nSecRule ARGS "@endsWith y" "id:2,phase:5,pass"`,
    );
    assert.ok(program !== undefined);
    const { head } = parseRequest(`POST / HTTP/1.1\nHost: a\n${FORM}\n\n`);
    const transaction = (await loadProgram(program)).open(head, 'test');
    transaction.inspectRequestHeaders();
    transaction.inspectRequestBody(large);
    transaction.close();
    const values = transaction.matches.flatMap(({ data }) => data.map(({ value }) => value.length));
    assert.deepEqual(values, [4096], `phase ${phase}`);
  }
});

test('what a log quotes of a large body is masked like that of a small one', async () => {
  const { program } = compileText(
    `${SETTINGS}SecRule REQUEST_BODY "@rx evil\\S*" "id:1,phase:2,pass,log,capture,logdata:'Matched Data: %{TX.0}'"`,
  );
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const rows = [
    [10, 'password=hunter2', false],
    [70_000, 'password=hunter2', false],
    [10, 'colour=hunter2', true],
    [70_000, 'colour=hunter2', true],
  ] as const;
  for (const [length, pair, isShown] of rows) {
    const { head } = parseRequest(`POST / HTTP/1.1\nHost: a\n${FORM}\n\n`);
    const transaction = waf.open(head, 'test');
    transaction.inspectRequestHeaders();
    transaction.inspectRequestBody(`a=${'x'.repeat(length)}&evil=1&${pair}`);
    transaction.close();
    const lines = transaction.matches.map((match) => errorLogLine(transaction, match));
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.includes('hunter2'), isShown, `${pair} after ${length} bytes`);
  }
  assert.equal(rows.length, 4);
});
