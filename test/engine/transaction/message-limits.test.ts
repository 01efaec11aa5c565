/** Matches whose texts no log has room for: they have none, and logs show and count what they did before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY_EXCERPT } from '#engine/body/body-excerpt.ts';
import { MOST_QUOTED_BYTES } from '#engine/host/message-limits.ts';
import { auditMessages } from '#engine/log/audit-messages.ts';
import { errorLogLine } from '#engine/log/error-log.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const RULES = `SecRuleEngine On
SecRule ARGS "@rx x" "id:1,phase:1,pass,log,noauditlog,msg:'one',logdata:'%{MATCHED_VAR}'"
SecRule ARGS "@rx (x)" "id:2,phase:1,pass,log,auditlog,capture,msg:'two',logdata:'%{TX.1} %{MATCHED_VAR}'"
SecRule ARGS "@rx x" "id:3,phase:1,pass,log,auditlog,msg:'three',logdata:'%{MATCHED_VAR}'"
SecRule ARGS "@rx x" "id:4,phase:1,pass,log,auditlog,logdata:'%{MATCHED_VAR}'"`;
const VALUES = 300;

test('texts are made for as many matches as logs show', async () => {
  const { program } = compileText(RULES);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const query = Array.from({ length: VALUES }, (_, index) => `a${index}=x${index}`).join('&');
  const { head } = parseRequest(`GET /?${query} HTTP/1.1\nHost: a\n\n`);
  const transaction = waf.open(head, 'test');
  transaction.inspectRequestHeaders();
  const texts = transaction.matches.map(({ data }) => data.map((datum) => datum.data));
  const described = texts.map((each) => each.filter((text) => text !== '').length);
  // Rule 1 is in no audit record; after 256 messages, rule 3 needs those of its line alone; rule 4 has no other text.
  assert.deepEqual(described, [VALUES, 256, 33, VALUES]);
  assert.deepEqual([texts[1]?.[255], texts[2]?.[32]], ['x x255', 'x32']);
  const { messages, omitted } = auditMessages(transaction, 'off');
  assert.ok(
    messages.length > 100 && messages.every(({ data }) => data !== ''),
    `${messages.length}`,
  );
  assert.equal(messages.length + omitted, 3 * VALUES);
  const lines = transaction.matches.map((match) => errorLogLine(transaction, match, 'off'));
  assert.equal(lines.length, 4);
  for (const line of lines) assert.match(line, /\[data_match_32 "[^"]*x32"\]/);
  transaction.close();
});

test('of a large body, values that no log shows are not kept', async () => {
  const { program } = compileText(
    `SecRequestBodyAccess On\n${RULES.replaceAll('phase:1', 'phase:2')}`,
  );
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const value = (index: number): string => `x${index}${'y'.repeat(BODY_EXCERPT / VALUES)}`;
  const body = Array.from({ length: VALUES }, (_, index) => `a${index}=${value(index)}`).join('&');
  const { head } = parseRequest(
    `POST / HTTP/1.1\nHost: a\nContent-Type: application/x-www-form-urlencoded\nContent-Length: ${body.length}\n\n`,
  );
  const transaction = waf.open(head, 'test');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  const kept = transaction.matches.map(({ data }) => data.filter(({ key }) => key !== '').length);
  assert.deepEqual(kept, [33, 256, 33, 33]);
  const { messages, omitted } = auditMessages(transaction, 'off');
  assert.equal(messages.length + omitted, 3 * VALUES);
  assert.ok(messages.length > 100, `${messages.length} messages`);
  messages.forEach(({ data }, index) => {
    assert.equal(data, `x ${value(index)}`);
  });
  for (const match of transaction.matches) {
    assert.equal(match.data.length, VALUES);
    assert.equal(match.data[32]?.value, value(32));
    assert.match(errorLogLine(transaction, match, 'off'), /\[data_match_32 "[^"]*x32y+"\]/);
  }
  transaction.close();
});

test('a text quotes the beginnings of long values, and rules read all of them', async () => {
  const { program } = compileText(`SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS "@rx b.*\\);" "id:1,phase:2,pass,log,auditlog,capture,logdata:'%{TX.0}|%{MATCHED_VAR}'"
SecRule ARGS "@rx b.*\\);" "id:2,phase:2,pass,log,auditlog,capture,logdata:'%{TX.0}',setvar:'tx.copy=%{TX.0}'"
SecRule TX:copy "@rx ^b.*end\\);$" "id:3,phase:2,pass,log,noauditlog"`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const value = `ab${'c);'.repeat(3000)}end);z`;
  const { head } = parseRequest(
    `POST / HTTP/1.1\nHost: a\nContent-Type: application/x-www-form-urlencoded\nContent-Length: ${value.length + 2}\n\n`,
  );
  const transaction = waf.open(head, 'test');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(`v=${value}`);
  const [first, second] = transaction.matches.map(({ data }) => data[0]?.data ?? '');
  assert.equal(
    first,
    `${value.slice(1, 1 + MOST_QUOTED_BYTES)}|${value.slice(0, MOST_QUOTED_BYTES)}`,
  );
  assert.equal(second, value.slice(1, 1 + MOST_QUOTED_BYTES));
  assert.deepEqual(
    transaction.matches.map(({ rule }) => rule.id),
    [1, 2, 3],
  );
  const { messages } = auditMessages(transaction, 'off');
  assert.deepEqual(
    messages.map(({ data }) => data?.length),
    [4096, 4096],
  );
  transaction.close();
});
