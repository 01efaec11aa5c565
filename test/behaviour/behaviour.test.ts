/** Runs every case of the documents beside this file, each with and without the optional passes. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { positionOf } from '#compiler/source.ts';
import { compileText } from '../helpers/compile-text.ts';
import { parseRequest, parseResponse } from '../helpers/http-block.ts';
import { loadRules } from '../helpers/run-rules.ts';
import { describeOutcome } from './describe-outcome.ts';
import { type Case, type Exchange, readDocument } from './read-document.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const documents = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** What most cases want; a case that says otherwise comes later and wins. */
const PRELUDE = 'SecRuleEngine On\nSecRequestBodyAccess On\nSecResponseBodyAccess On\n';

/** Each case starts then. */
const NOON = Date.UTC(2026, 0, 1, 12);

mock.timers.enable({ apis: ['Date'], now: NOON });

for (const name of documents) {
  test(name, async (context) => {
    const cases = readDocument(folder + name);
    assert.ok(cases.length > 0);
    for (const each of cases) {
      await context.test(`${name}:${each.line} ${each.title}`, () => runCase(each));
    }
  });
}

/** A variable that nobody reads is dropped: for each one that a result asks for, a rule that reads it. */
function readers(exchanges: readonly Exchange[]): string {
  const lines = exchanges.flatMap(({ result }) => result);
  const names = new Set(lines.flatMap((line) => /^tx\.(\S+) =/.exec(line)?.[1] ?? []));
  const rules = [...names].map(
    (name, index) =>
      `SecRule TX:${name} "@unconditionalMatch" "id:${900 + index},phase:5,pass,nolog,ctl:debugLogLevel=0"\n`,
  );
  return rules.join('');
}

async function runCase({ rules, files, problems, exchanges }: Case): Promise<void> {
  mock.timers.setTime(NOON);
  const all = { ...files, 'case.conf': rules };
  const text = `${PRELUDE}Include case.conf\n${readers(exchanges)}`;
  const { diagnostics, program } = compileText(text, all);
  const found = diagnostics.map(({ severity, code, span }) => {
    const { line, column } = positionOf(span);
    return `${line}:${column} ${severity} ${code}`;
  });
  assert.deepEqual(found, problems);
  assert.equal(exchanges.length > 0, program !== undefined, 'rules without errors are run');
  if (program === undefined) return;
  const loaded = await loadRules(text, all);
  for (const { request, response, from, after, result } of exchanges) {
    mock.timers.tick(after * 1000);
    const answer = response === undefined ? undefined : parseResponse(response);
    const outcome = loaded.exchange(parseRequest(request, from), answer);
    assert.deepEqual(describeOutcome(outcome, result), result, request);
  }
}
