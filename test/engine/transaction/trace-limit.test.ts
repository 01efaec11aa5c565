/** A traced module records a bounded number of events, unless its host asks for all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noServices } from '#engine/host/host-services.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const MOST_EVENTS = 100_000;
const ARGUMENTS = 1000;
const RULES = MOST_EVENTS / ARGUMENTS;

test('events beyond the limit are counted as one', async () => {
  const rules = Array.from(
    { length: RULES },
    (_, index) => `SecRule ARGS "@streq x" "id:${index + 1},phase:1,pass,log"`,
  );
  const { program } = compileText(
    `SecRuleEngine On\nSecDebugLogLevel 9\nSecDebugLog /dev/null\n${rules.join('\n')}`,
  );
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const { head } = parseRequest(`GET /?${'a&'.repeat(ARGUMENTS)} HTTP/1.1\nHost: a\n\n`);
  const bounded = waf.open(head, 'test');
  bounded.inspectRequestHeaders();
  assert.equal(bounded.trace.length, MOST_EVENTS + 1);
  assert.equal(bounded.trace.at(-2)?.kind, 'Tested');
  assert.equal(bounded.trace.at(-1)?.kind, 'Truncated');
  const all = waf.open(head, 'test', undefined, { ...noServices, traceAll: true });
  all.inspectRequestHeaders();
  // Each rule has an event of its own, besides those of its values.
  assert.equal(all.trace.length, MOST_EVENTS + RULES);
});
