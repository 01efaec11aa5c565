/** Bodies that threads inspect: the same verdicts and records as on the event loop, and a record whatever happens. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { bodyAttacks } from './helpers/body-attacks.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { holdRules } from './helpers/held-rules.ts';
import { type Logged, startLogged, withId } from './helpers/logged-exchanges.ts';

const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
const FORM = 'Content-Type: application/x-www-form-urlencoded';
/** Larger than what is inspected on the event loop. */
const LONG = 'word '.repeat(20_000);

function form(body: string, headers: readonly string[] = [], host = 'web.test'): string {
  return rawRequest('/form', [...BROWSER, FORM, ...headers], { method: 'POST', host, body });
}

/** What one phase leaves to the next: variables, collections, ctl, captures, the body itself. */
const RULES = String.raw`
SecRuleEngine On
SecRequestBodyAccess On
SecAuditEngine RelevantOnly
SecAuditLogParts ABCFHIJKZ
SecAction "id:1,phase:1,pass,nolog,initcol:ip=%{REMOTE_ADDR},setvar:ip.count=+1,setvar:tx.seen=one"
SecRule REQUEST_HEADERS:X-Spare "@streq 1" "id:2,phase:1,pass,nolog,ctl:ruleRemoveTargetById=10;ARGS:/^spare/"
SecRule ARGS:mode "@streq detect" "id:9,phase:2,pass,nolog,ctl:ruleEngine=DetectionOnly,ctl:auditLogParts=-C"
SecRule ARGS "@rx evil" "id:10,phase:2,deny,status:403,log,msg:'evil in %{MATCHED_VAR_NAME}',setvar:ip.bad=+1"
SecRule ARGS:user "@rx ^(\w+)$" "id:11,phase:2,pass,nolog,capture,initcol:user=%{tx.1},setvar:user.visits=+1"
SecRule IP:COUNT "@ge 3" "id:13,phase:2,pass,log,auditlog,msg:'%{ip.count} requests, %{ip.bad} bad, %{user.visits} visits'"
SecRule ARGS:user "@streq late" "id:14,phase:4,deny,status:405,log,msg:'late %{tx.1}'"
SecRule TX:SEEN "@streq one" "id:15,phase:5,pass,log,msg:'%{tx.seen} %{user.visits} %{REQUEST_BODY_LENGTH}'"
`;

const OWN: readonly string[] = [
  form('a=1'),
  form('user=ann&a=1'),
  form('user=ann&a=evil'),
  form('spare1=evil', ['X-Spare: 1']),
  form('other=evil', ['X-Spare: 1']),
  form('mode=detect&a=evil'),
  form('user=late'),
  form(`user=bob&text=${LONG}`),
  form(`user=late&text=${LONG}`),
  form(`text=${LONG}&a=evil`),
];

const BUILT_IN: readonly string[] = [
  form(`a=${LONG}`, [], 'api.test'),
  form(`a=${LONG}&b=<script>alert(1)</script>`, [], 'api.test'),
  form(`a=${LONG}&b=1' OR '1'='1`, [], 'api.test'),
  form(Array.from({ length: 1100 }, (_, index) => `n${index}=v`).join('&'), [], 'api.test'),
  ...bodyAttacks
    .filter((_, index) => index % 4 === 0)
    .map(({ bytes }) => bytes.replace('Host: web.test', 'Host: api.test')),
];

/** The module of RULES, compiled once for all tests. */
let moduleText: string | undefined;

/** Writes the module to the folder and returns its path. */
function compiled(folder: string): string {
  moduleText ??= compileRules(folder);
  const module = join(folder, 'rules.mjs');
  writeFileSync(module, moduleText, 'latin1');
  return module;
}

function compileRules(folder: string): string {
  const [rules, out] = [join(folder, 'rules.conf'), join(folder, 'compiled.mjs')];
  writeFileSync(rules, RULES);
  const words = [COMMAND_LINE, 'compile', '--entry', rules, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return readFileSync(out, 'latin1');
}

test('in threads and on the event loop: the same responses, records and lines', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const module = compiled(emptyFolder(t));
  const requests = [...OWN, ...BUILT_IN];
  const observe = async (threshold: string): Promise<readonly (readonly unknown[])[]> => {
    const logged = await startLogged(t, {
      ENGINE_RULES_PATH_SITES: module,
      INSPECTION_THREAD_BYTES: threshold,
    });
    const statuses: number[] = [];
    for (const [index, request] of requests.entries()) {
      statuses.push(await logged.send(`r${index}`, request));
    }
    await logged.recorded(requests.length);
    logged.run.child.kill('SIGTERM');
    assert.equal(await logged.run.exit, 0);
    return [statuses, logged.access(), logged.audit(), logged.errors()];
  };
  const [here, elsewhere] = [await observe('999999999999999'), await observe('0')];
  const names = ['statuses', 'access', 'audit', 'errors'];
  for (const [index, name] of names.entries()) {
    assert.deepEqual(elsewhere[index], here[index], name);
  }
  const [statuses = [], access = [], audit = []] = here;
  assert.deepEqual(statuses.slice(0, 10), [200, 200, 403, 200, 403, 200, 405, 200, 405, 403]);
  assert.equal(access.length, requests.length);
  assert.ok(audit.length > 20, `${audit.length} audit records`);
});

/** Pseudo-random printable bytes, for which the prefilter rules out hardly any rule. */
function noise(length: number): string {
  const bytes = Buffer.alloc(length);
  for (let index = 0, state = 1; index < length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[index] = 48 + ((state >> 8) % 70);
  }
  return bytes.toString('latin1');
}

test('others are answered while a body is inspected', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const { module, hold, release } = holdRules(compiled(folder), folder);
  for (const WORKERS of ['0', '2']) {
    const { run, send } = await startLogged(t, { WORKERS, ENGINE_RULES_PATH_SITES: module });
    hold('large');
    let isOver = false;
    const large = send('large', form(`large=${LONG}`)).finally(() => {
      isOver = true;
    });
    for (let other = 0; other < 20; other += 1) {
      const { status } = await exchangeRaw(run.port, rawRequest('/other', BROWSER));
      assert.equal(status, 200);
    }
    assert.equal(isOver, false);
    release('large');
    assert.equal(await large, 200);
  }
});

/** The records of one id: status and reason of the access log, what the audit log says. */
function recordsOf(logged: Logged, id: string): readonly unknown[] {
  const access = logged.access().filter((record) => record['request_id'] === `request-${id}`);
  const audit = logged
    .audit()
    .filter((record) => JSON.stringify(record).includes(`"id":"request-${id}"`));
  return [
    ...access.map(({ status, reason }) => [status, reason]),
    ...audit.map((record) => /"message":"([^"]*)"/.exec(JSON.stringify(record))?.[1]),
  ];
}

test('an inspection without a verdict is 503, with its records', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const { module, hold, release } = holdRules(compiled(folder), folder);
  const rows = [
    [
      { INSPECTION_TIMEOUT: '0.8', ENGINE_RULES_PATH_SITES: module },
      form(`lost=${LONG}`),
      /^Inspection stopped: no verdict in 0\.8 s$/,
    ],
    [
      { INSPECTION_THREAD_MEMORY: '33554432' },
      form(`a=${noise(13_000_000)}`, [], 'api.test'),
      /^Inspection stopped: more memory than/,
    ],
  ] as const;
  for (const [environment, body, reason] of rows) {
    hold('lost');
    const adminPort = String(await freePort());
    const logged = await startLogged(t, {
      ...environment,
      ADMIN_PORT: adminPort,
      INSPECTION_THREAD_BYTES: '1000',
    });
    assert.equal(await logged.send('lost', body), 503);
    await logged.recorded(1);
    const [access, message, ...others] = recordsOf(logged, 'lost');
    assert.deepEqual([access, others], [[503, 'engine'], []]);
    assert.match(String(message), reason);
    release('lost');
    assert.equal(await logged.send('next', form('a=1')), 200);
    const after = form(`a=${'x'.repeat(2000)}`);
    // A machine may be too busy to start a thread in time.
    let refused = 0;
    await until(async () => {
      if ((await logged.send('after', after)) === 200) return true;
      refused += 1;
      return false;
    });
    assert.equal(await logged.send('after', after), 200, 'the thread is replaced');
    const { body: metrics } = await exchangeRaw(Number(adminPort), rawRequest('/metrics'));
    const [, count] =
      /^waf_inspection_refused_total\{reason="(?:timeout|memory)"\} ([1-9]\d*)$/m.exec(metrics) ??
      [];
    assert.equal(Number(count), 1 + refused);
    assert.match(metrics, /^waf_inspection_threads 1$/m);
    assert.match(metrics, /^waf_inspection_waiting 0$/m);
  }
});

test('a thread inspects long fields, and the event loop long files [B12]', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const adminPort = await freePort();
  const module = compiled(emptyFolder(t));
  const logged = await startLogged(t, {
    ADMIN_PORT: String(adminPort),
    ENGINE_RULES_PATH_SITES: module,
  });
  const multipart = (name: string, content: string): string => {
    const part = (parameters: string, text: string): string =>
      `--b\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${text}\r\n`;
    const type = 'Content-Type: multipart/form-data; boundary=b';
    const body = `${part('name="a"', content)}${part(name, LONG)}--b--\r\n`;
    return rawRequest('/form', [...BROWSER, type], { method: 'POST', body });
  };
  const inThreads = async (): Promise<number> => {
    const { body } = await exchangeRaw(adminPort, rawRequest('/metrics'));
    return Number(/^waf_inspection_duration_seconds_count (\d+)$/m.exec(body)?.[1] ?? Number.NaN);
  };
  const file = 'name="f"; filename="words.txt"';
  assert.equal(await logged.send('file', multipart(file, 'good')), 200);
  assert.equal(await logged.send('attack', multipart(file, 'evil')), 403);
  assert.equal(await inThreads(), 0);
  assert.equal(await logged.send('field', multipart('name="f"', 'good')), 200);
  assert.equal(await logged.send('both', multipart('name="f"', 'evil')), 403);
  assert.equal(await inThreads(), 2);
});

test('clients that go, bodies that find no room, and a shutdown leave one record each', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const { module, hold, release } = holdRules(compiled(folder), folder);
  const adminPort = await freePort();
  const logged = await startLogged(t, {
    ENGINE_RULES_PATH_SITES: module,
    INSPECTION_THREADS: '1',
    INSPECTION_QUEUE: '4',
    INSPECTION_TIMEOUT: '60',
    INSPECTION_QUEUE_TIMEOUT: '60',
    SHUTDOWN_TIMEOUT: '0.5',
    ADMIN_PORT: String(adminPort),
  });
  const haveWaiting = (count: number): Promise<void> =>
    until(async () => {
      const { body: metrics } = await exchangeRaw(adminPort, rawRequest('/metrics'));
      return metrics.includes(`\nwaf_inspection_waiting ${count}\n`);
    });
  const leaves = (id: string): (() => void) => {
    const socket = connect(logged.run.port, '127.0.0.1', () =>
      socket.write(withId(id, form(`${id}=${LONG}`)), 'latin1'),
    );
    socket.on('error', () => {});
    return () => socket.destroy();
  };
  hold('inspected');
  hold('second');
  assert.equal(await logged.send('first', form(`a=${LONG}`)), 200);
  const goInspected = leaves('inspected');
  const goWaiting = leaves('waiting');
  await haveWaiting(1);
  const second = logged.send('second', form(`second=${LONG}`));
  await haveWaiting(2);
  const refused = logged.send('refused', form(`a=${LONG}`));
  assert.equal(await refused, 503, 'half of the queue is taken');
  goInspected();
  goWaiting();
  await until(() => recordsOf(logged, 'waiting').length > 0);
  assert.deepEqual(recordsOf(logged, 'waiting')[0], [0, 'client-gone']);
  assert.deepEqual(recordsOf(logged, 'refused'), [
    [503, 'engine'],
    'Inspection stopped: too many bodies wait for their inspection',
  ]);
  release('inspected');
  await haveWaiting(0);
  logged.run.child.kill('SIGTERM');
  await second;
  assert.equal(await logged.run.exit, 0);
  const ids = logged.access().map((record) => String(record['request_id']));
  const names = ['first', 'inspected', 'refused', 'second', 'waiting'];
  assert.deepEqual(
    ids.sort(),
    names.map((name) => `request-${name}`),
  );
});

test('a reload takes effect for large bodies, and drops none', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const module = compiled(folder);
  const logged = await startLogged(t, { ENGINE_RULES_PATH_SITES: module });
  const evil = form(`text=${LONG}&a=evil`);
  assert.equal(await logged.send('before', evil), 403);
  const during = Array.from({ length: 6 }, (_, index) => logged.send(`during${index}`, evil));
  const text = RULES.replace('@rx evil', '@rx other');
  const rules = join(folder, 'rules.conf');
  writeFileSync(rules, text);
  spawnSync(process.execPath, [COMMAND_LINE, 'compile', '--entry', rules, '--out', module]);
  assert.equal(await logged.send('old', evil), 403, 'the file alone changes nothing');
  logged.run.child.kill('SIGHUP');
  await until(() => logged.run.stdout().includes('Reloaded'));
  assert.equal(await logged.send('new', evil), 200);
  assert.deepEqual(new Set(await Promise.all(during)), new Set([403]));
});

/** Mistakes for which a reload leaves a policy as it was. */
const mistakes: readonly (readonly [title: string, change: (folder: string) => void])[] = [
  ['no module', (folder) => rmSync(join(folder, 'rules.mjs'))],
  [
    'a module with other rules, and a broken list of bans',
    (folder) => {
      writeFileSync(join(folder, 'rules.mjs'), moduleText?.replaceAll('evil', 'nice') ?? '');
      writeFileSync(join(folder, 'bans.txt'), 'nobody');
    },
  ],
];

test('a policy that a reload leaves as it was inspects large bodies with the same rules', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  let cases = 0;
  for (const [title, change] of mistakes) {
    await t.test(rowTitle(title), async (t) => {
      cases += 1;
      const folder = emptyFolder(t);
      compiled(folder);
      const policies = { p: { match: ['p.test'], profile: 'rules.mjs', bans: ['bans.txt'] } };
      const path = join(folder, 'policies.json');
      writeFileSync(path, JSON.stringify({ policies }));
      writeFileSync(join(folder, 'bans.txt'), '192.0.2.1');
      const logged = await startLogged(t, { POLICIES: path });
      const statuses = async (): Promise<readonly number[]> => [
        await logged.send('evil', form(`text=${LONG}&a=evil`, [], 'p.test')),
        await logged.send('nice', form(`text=${LONG}&a=nice`, [], 'p.test')),
      ];
      assert.deepEqual(await statuses(), [403, 200]);
      change(folder);
      logged.run.child.kill('SIGHUP');
      await until(() => logged.run.stdout().includes('Reloaded in part'));
      assert.deepEqual(await statuses(), [403, 200]);
    });
  }
  assert.equal(cases, 2);
});
