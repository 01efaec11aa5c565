/** The compiler of the playground, in this process: what it says of rules that are typed, and what it answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { LinkedModule } from '#compiler/cli/playground/compiler/link-modules.ts';
import { createSession } from '#compiler/cli/playground/compiler/session.ts';
import { examples } from '#compiler/cli/playground/page/examples.ts';
import type { Change, ToCompiler, ToPage } from '#compiler/cli/playground/protocol.ts';
import { importText } from '#compiler/cli/project/load-waf.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import { rowTitle } from '../helpers/row-title.ts';

type Session = {
  readonly receive: (message: ToCompiler) => Promise<void>;
  readonly sent: ToPage[];
};

function startSession(): Session {
  const sent: ToPage[] = [];
  const receive = createSession({
    send: (message) => sent.push(message),
    load: async (text) => (await importText<LinkedModule>(text)).exports,
    pause: () => setImmediate(),
  });
  return { receive, sent };
}

const GET = 'GET /?q=attack HTTP/1.1\nHost: a.example\n\n';
const RULE = 'SecRuleEngine On\nSecRule ARGS "@contains attack" "id:7,phase:1,deny,log,t:none"\n';

function changeOf(revision: number, rules: string, request = GET): Change {
  const files = [{ path: 'rules.conf', text: rules }];
  const entries = ['rules.conf'];
  return { kind: 'Change', revision, files, removed: [], entries, changesRules: true, request };
}

function only<Kind extends ToPage['kind']>(
  { sent }: Session,
  kind: Kind,
): Extract<ToPage, { kind: Kind }> {
  const found = sent.filter((message) => message.kind === kind);
  assert.equal(found.length, 1, `${kind} among ${sent.map((message) => message.kind).join()}`);
  return found[0] as Extract<ToPage, { kind: Kind }>;
}

/** Of each example: findings, and what becomes of its request. */
const expected: readonly (readonly [findings: string, result: string])[] = [
  ['0 errors, 0 warnings', 'blocked by 1001'],
  ['0 errors, 0 warnings', 'blocked by 1104'],
  ['0 errors, 0 warnings', 'blocked by 1201'],
  ['2 errors, 3 warnings, 1 notice', 'not run'],
];

test('each example has the findings and the verdict that it is there for', async (context) => {
  assert.equal(examples.length, expected.length);
  for (const [index, { title, files, entries, request }] of examples.entries()) {
    await context.test(rowTitle(title), async () => {
      const session = startSession();
      const [{ text = '' } = {}] = files;
      await session.receive({ ...changeOf(1, bytesOfText(text), request), entries });
      assert.deepEqual(
        session.sent.filter(({ kind }) => kind === 'InternalError'),
        [],
      );
      const { count, text: shown } = only(session, 'Checked');
      const ran = session.sent.find(({ kind }) => kind === 'Ran');
      const result =
        ran?.kind === 'Ran' ? `${ran.report.verdict} by ${ran.report.ruleId}` : 'not run';
      assert.deepEqual([count, result], expected[index], shown);
    });
  }
});

test('rules that come while others are checked are the ones that are answered', async () => {
  const session = startSession();
  const first = session.receive(changeOf(1, 'SecRule ARGZ "@rx a" "id:1,phase:1,deny"\n'));
  await Promise.all([first, session.receive(changeOf(2, RULE))]);
  assert.deepEqual(
    session.sent.map((message) => [message.kind, 'revision' in message && message.revision]),
    [
      ['Checked', 2],
      ['Compiled', 2],
      ['Ran', 2],
    ],
  );
});

test('a request that comes while rules are compiled is run by them', async () => {
  const session = startSession();
  const first = session.receive(changeOf(1, RULE));
  const other = 'GET / HTTP/1.1\nHost: a.example\n\n';
  const second = { ...changeOf(2, RULE, other), files: [], changesRules: false };
  await Promise.all([first, session.receive(second)]);
  const { revision, report } = only(session, 'Ran');
  assert.deepEqual([revision, report.verdict], [2, 'passed']);
  assert.equal(only(session, 'Compiled').revision, 2);
});

test('a request alone is run by the rules that are there', async () => {
  const session = startSession();
  await session.receive(changeOf(1, RULE));
  session.sent.length = 0;
  const curl = "curl 'https://a.example/?q=attack'";
  await session.receive({ ...changeOf(2, RULE, curl), files: [], changesRules: false });
  assert.deepEqual(
    session.sent.map(({ kind }) => kind),
    ['Ran'],
  );
  assert.equal(only(session, 'Ran').report.ruleId, 7);
});

test('text that is not a request is reported', async () => {
  const session = startSession();
  await session.receive(changeOf(1, RULE, '  '));
  assert.equal(only(session, 'NotRun').message, 'the request contains no HTTP request.');
});

test('columns count what the editor shows, not bytes', async () => {
  const session = startSession();
  const rules = bytesOfText('SecRule ARGS "@rx ü€" "id:1,phase:2,pass,msg:\'ü\',foo"\n');
  await session.receive(changeOf(1, rules));
  const { findings } = only(session, 'Checked');
  const columns = findings.filter(({ severity }) => severity === 'error').map(({ from }) => from);
  assert.deepEqual(columns, [{ line: 1, column: 49 }]);
});

test('a file that an entry names and that is not there is a finding about the load order', async () => {
  const session = startSession();
  await session.receive({ ...changeOf(1, RULE), entries: ['rules.conf', 'missing.conf'] });
  const [finding] = only(session, 'Checked').findings;
  assert.deepEqual([finding?.path, finding?.code], [undefined, 'missing-file']);
  only(session, 'Refused');
});

test('rules with errors are explained as far as they can be read', async () => {
  const session = startSession();
  await session.receive(changeOf(1, `${RULE}SecRule ARGZ "@rx a" "id:8,phase:1,deny"\n`));
  only(session, 'Refused');
  await session.receive({ kind: 'Rule', path: 'rules.conf', line: 2, revision: 1 });
  assert.match(only(session, 'Rule').text ?? '', /^Rule 7, rules\.conf:2/);
});

test('costs and modules are given for the rules that run', async () => {
  const session = startSession();
  await session.receive(changeOf(1, RULE.replace('@contains attack', '@rx attack[0-9]+x')));
  await session.receive({ kind: 'Costs', revision: 1 });
  const [cost] = only(session, 'Costs').rules;
  assert.deepEqual([cost?.id, cost?.line, cost?.phase, cost?.dropped], [7, 2, 1, undefined]);
  assert.deepEqual(cost?.links[0]?.words, ['attack']);
  await session.receive({ kind: 'Module', path: 'phase1.ts', revision: 1 });
  assert.match(only(session, 'Module').text, /^function rule7\(tx: Tx\)/m);
});

test('a file that is removed is gone', async () => {
  const session = startSession();
  const change = changeOf(1, RULE);
  const files = [...change.files, { path: 'more.conf', text: 'SecMarker END\n' }];
  await session.receive({ ...change, files, entries: ['*.conf'] });
  assert.equal(
    only(session, 'Checked').findings.filter(({ path }) => path === 'more.conf').length,
    1,
  );
  session.sent.length = 0;
  const removed = { ...changeOf(2, RULE), files: [], removed: ['more.conf'], entries: ['*.conf'] };
  await session.receive(removed);
  assert.deepEqual(only(session, 'Checked').findings, []);
});
