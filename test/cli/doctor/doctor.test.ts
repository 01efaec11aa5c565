/** What doctor says of installations that lack something. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import type { Condition, Installation } from '#compiler/cli/commands/doctor/condition.ts';
import { examine, installedProfiles } from '#compiler/cli/commands/doctor/examine.ts';
import {
  conditionsJson,
  formatConditions,
} from '#compiler/cli/commands/doctor/format-conditions.ts';
import { whyNotWritable } from '#compiler/cli/commands/doctor/why-not-writable.ts';
import { compile } from '#compiler/compile.ts';
import { readProfile } from '#compiler/profile.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { memoryFiles, type TextFiles } from '../../helpers/compile-text.ts';
import { createAuthority, skip } from '../../proxy/helpers/certificates.ts';
import { freePort } from '../../proxy/helpers/free-port.ts';
import { countryDatabase, ipv4Bits, placeDatabase } from '../../proxy/helpers/mmdb.ts';

const SOURCES: TextFiles = {
  'profiles/pl1.json': '{"files": ["rules/*.conf"]}',
  'profiles/pl2.json': '{"files": ["rules/*.conf"]}',
  'rules/a.conf':
    'SecComponentSignature "own/1"\nSecRule ARGS "@pmFromFile words.data" "id:1,phase:2,deny,log"\n',
  'rules/words.data': 'evil\n',
  'scripts/build.ts': '',
};

/** With both modules, and a bundle that holds them. */
function built(sources: TextFiles): TextFiles {
  const files = memoryFiles(sources);
  const modules = ['pl1', 'pl2'].map((name) => {
    const read = readProfile(name, files, {});
    assert.ok(read.kind === 'Ok');
    const { program } = compile(read.profile, files);
    assert.ok(program !== undefined);
    const index = emit(program).find(({ path }) => path === 'index.ts');
    return [`generated/${name}/index.ts`, index?.text ?? ''] as const;
  });
  // esbuild breaks lines within strings.
  const bundle = modules.map(([, text]) => text.replace(/[0-9a-f]{32}/g, '$&\\\n')).join('');
  return { ...sources, ...Object.fromEntries(modules), 'dist/proxy.js': bundle };
}

const WHOLE = built(SOURCES);

function installation(
  texts: TextFiles,
  environment: Readonly<Record<string, string>> = {},
  others: Partial<Installation> = {},
): Installation {
  const files = memoryFiles(texts);
  return {
    files,
    profiles: installedProfiles(files, environment),
    environment,
    read: readSettings(environment),
    nodeRelease: '24.18.1',
    nodeArguments: [],
    ownFolders: [],
    whyNotWritable: () => undefined,
    isFolder: () => false,
    whyNotFree: async () => undefined,
    ...others,
  };
}

async function failuresOf(broken: Installation): Promise<readonly string[]> {
  const conditions = await examine(broken);
  const failures = conditions.filter(({ state }) => state === 'failed');
  assert.ok(failures.every(({ hint }) => hint !== undefined));
  return failures.map(({ part, message }) => `${part}: ${message}`);
}

test('nothing is wrong: what there is', async () => {
  const conditions = await examine(installation(WHOLE));
  assert.equal(
    formatConditions(conditions, false),
    `ok      node: 24.18.1
ok      environment: all settings are the defaults
note    rule set: the built-in one; no rules/lock.json names another
        hint: \`make rules\` fetches the OWASP Core Rule Set.
ok      profile pl1: own/1: 1 rule in 1 file, 1 data file
ok      module pl1: current, own/1
ok      profile pl2: own/1: 1 rule in 1 file, 1 data file
ok      module pl2: current, own/1
ok      bundle: dist/proxy.js contains the compiled modules
ok      port: *:8081 is free
ok      folder: /tmp/ is writable (large request bodies)
ok      folder: generated is writable (compiled modules)
ok      folder: dist is writable (the bundle)
ok      TLS: not used: TLS_CERT is unset
ok      HTTP/2: not used: HTTP2 and HTTP2_CLEARTEXT are unset
ok      decisions: not used: DECISION_PORT is unset
ok      shadow rules: not used: SHADOW_RULES is unset
ok      traces: not used: OTEL_EXPORTER_OTLP_ENDPOINT is unset
ok      GeoIP: not used: GEO_BLOCK_ENABLED is off
17 ok, 1 to note, 0 failed
`,
  );
  assert.ok(formatConditions(conditions, true).startsWith('\u001b[32mok    \u001b[0m  node'));
  assert.match(conditionsJson(conditions), /^\{\n {2}"schemaVersion": 1,\n {2}"healthy": true/);
});

const without = (...names: readonly string[]): TextFiles =>
  Object.fromEntries(Object.entries(WHOLE).filter(([name]) => !names.includes(name)));
const cases: readonly (readonly [broken: Installation, failures: readonly string[]])[] = [
  [
    installation(WHOLE, {}, { nodeRelease: '18.20.0' }),
    ['node: Node 18.20.0 is too old: Portcullis needs 20.19 or later; 24 is recommended.'],
  ],
  [
    installation(WHOLE, { PORT: 'x', PROXY_RATE_LIMITS: '5' }),
    [
      'environment: PORT: "x" is not an integer from 0 to 65535.',
      'environment: PROXY_RATE_LIMITS: unknown variable. Did you mean PROXY_RATE_LIMIT?',
    ],
  ],
  [
    installation(without('profiles/pl2.json')),
    ['profile pl2: Cannot read the profile profiles/pl2.json.'],
  ],
  [
    installation(without('rules/words.data')),
    [
      'profile pl1: rules/a.conf: Cannot read the data file words.data.',
      'module pl1: rules/words.data has changed since.',
      'profile pl2: rules/a.conf: Cannot read the data file words.data.',
      'module pl2: rules/words.data has changed since.',
    ],
  ],
  [
    installation({ ...WHOLE, 'rules/words.data': 'bad\n' }),
    [
      'module pl1: rules/words.data has changed since.',
      'module pl2: rules/words.data has changed since.',
    ],
  ],
  [
    installation({
      ...WHOLE,
      'generated/pl1/index.ts': (WHOLE['generated/pl1/index.ts'] ?? '').replace(
        /compiler: '[^']*'/,
        "compiler: '0.0.1'",
      ),
    }),
    ['module pl1: compiled by 0.0.1, this is 0.1.0.'],
  ],
  [
    installation(without('generated/pl2/index.ts')),
    ['module pl2: generated/pl2/index.ts does not exist.'],
  ],
  [installation(without('dist/proxy.js')), ['bundle: dist/proxy.js does not exist.']],
  [
    installation({ ...WHOLE, 'dist/proxy.js': 'older' }),
    ['bundle: dist/proxy.js has older modules of pl1, pl2.'],
  ],
  [
    installation(
      WHOLE,
      { ADMIN_PORT: '9' },
      { whyNotFree: async (_, port) => (port === 9 ? 'in use' : undefined) },
    ),
    ['port: 127.0.0.1:9: in use'],
  ],
  [
    installation(
      WHOLE,
      { ACCESS_LOG: '/var/log/a.log' },
      {
        whyNotWritable: (folder) => (folder === '/var/log' ? 'EACCES' : undefined),
      },
    ),
    ['folder: /var/log: EACCES'],
  ],
  [
    installation(WHOLE, { PORT: '9000', ADMIN_PORT: '9000', DECISION_PORT: '9001' }),
    ['port: 127.0.0.1:9000: PORT uses it too.'],
  ],
  [
    installation(WHOLE, { ADMIN_PORT: '9000', DECISION_PORT: '9000', DECISION_HOST: '127.0.0.2' }),
    [],
  ],
  [installation(WHOLE, { PORT: '0', ADMIN_PORT: '0' }), []],
  [
    installation(
      WHOLE,
      { AUDIT_LOG: '/srv/audit', SHADOW_REPORT: '/srv/report' },
      { isFolder: (path) => path.startsWith('/srv/') },
    ),
    ['log: /srv/audit is a folder.'],
  ],
  [
    installation(
      WHOLE,
      { AUDIT_LOG: '/srv/audit' },
      { whyNotWritable: (path) => (path === '/srv/audit' ? 'EACCES' : undefined) },
    ),
    ['log: /srv/audit: EACCES'],
  ],
  [
    installation(
      WHOLE,
      {},
      {
        ownFolders: [
          { folders: ['/full', '/cache'], what: 'the cache' },
          { folders: ['/full', '/gone'], what: 'temporary files' },
        ],
        whyNotWritable: (path) => (path === '/full' || path === '/gone' ? 'ENOSPC' : undefined),
      },
    ),
    ['folder: /full: ENOSPC; /gone: ENOSPC'],
  ],
  [
    installation(WHOLE, { GEO_BLOCK_ENABLED: 'on', GEO_DB_PATH: '/none.mmdb' }),
    ['GeoIP: /none.mmdb: There is no such file.'],
  ],
];

test('lists of bans are read', async () => {
  const folder = folderWith({ good: '192.0.2.1\n2001:db8::/32 # a block\n', bad: 'host.test\n' });
  const conditionsOf = async (lists: string): Promise<readonly string[]> => {
    const conditions = await examine(installation(WHOLE, { BAN_LISTS: lists }));
    return conditions
      .filter(({ part }) => part === 'ban lists')
      .map(({ state, message }) => `${state}: ${message}`);
  };
  const [good, bad] = [join(folder, 'good'), join(folder, 'bad')];
  assert.deepEqual(await conditionsOf(''), []);
  assert.deepEqual(await conditionsOf(good), [`ok: ${good}: entries: 2`]);
  assert.deepEqual(await conditionsOf(`/none:${bad}`), [
    'failed: BAN_LISTS: /none cannot be read. There is no such file.',
    `failed: BAN_LISTS: ${bad}:1: "host.test" is not an address or block.`,
  ]);
  assert.deepEqual(await conditionsOf(folder), [
    `failed: BAN_LISTS: ${folder} cannot be read. It is a folder.`,
  ]);
});

test('one thing is wrong', async () => {
  for (const [broken, failures] of cases) assert.deepEqual(await failuresOf(broken), failures);
  assert.equal(cases.length, 18);
});

test('a project of init has no bundle and no rule set', async () => {
  const project = without('dist/proxy.js', 'scripts/build.ts');
  const whyNotWritable = (path: string) => (path === 'dist' ? 'It is read-only.' : undefined);
  const examined = installation(project, {}, { whyNotWritable });
  const conditions = await examine(examined);
  assert.deepEqual(await failuresOf(examined), []);
  assert.deepEqual(
    conditions.filter(({ part }) => part === 'bundle' || part === 'rule set'),
    [
      {
        state: 'ok',
        part: 'bundle',
        message: 'not used: portcullis-proxy of the package loads compiled modules',
        hint: undefined,
      },
    ],
  );
});

test('only the proxy of a checkout needs both pl1 and pl2', async () => {
  const names = (texts: TextFiles) => installation(texts).profiles.map(({ name }) => name);
  assert.deepEqual(names(without('profiles/pl2.json', 'scripts/build.ts')), ['pl1']);
  assert.deepEqual(names(without('profiles/pl1.json', 'scripts/build.ts')), ['pl2']);
  assert.deepEqual(names(without('profiles/pl2.json')), ['pl1', 'pl2']);
});

test('in a folder with nothing but the npm package the hints say what the package has', async () => {
  const conditions = await examine(installation({}));
  const hints = conditions.filter(({ state }) => state === 'failed').map(({ hint }) => hint ?? '');
  assert.equal(hints.length, 3);
  for (const hint of hints) assert.match(hint, /npm package/);
});

test('a variable that looks like a misspelt setting is a note', async () => {
  const conditions = await examine(installation(WHOLE, { TLS_CERTT: 'x' }));
  const [note] = conditions.filter(({ state, part }) => state === 'note' && part === 'environment');
  assert.equal(note?.message, 'TLS_CERTT: no such setting. Did you mean TLS_CERT?');
});

test('the country database is shown, and one without countries is a failure', async () => {
  const folder = folderWith({
    'country.mmdb': countryDatabase([[ipv4Bits('192.0.2.0', 24), 'NL']]).toString('latin1'),
  });
  const path = join(folder, 'country.mmdb');
  const environment = { GEO_BLOCK_ENABLED: 'on', GEO_DB_PATH: path };
  const conditions = await examine(installation(WHOLE, environment));
  const [last] = conditions.slice(-1);
  assert.equal(last?.state, 'ok');
  assert.match(last?.message ?? '', /country\.mmdb: .+, built 2023-11-14$/);
  const networks = placeDatabase([[ipv4Bits('192.0.2.0', 24), { autonomous_system_number: 1 }]]);
  writeFileSync(path, networks);
  const [failed] = (await examine(installation(WHOLE, environment))).slice(-1);
  assert.equal(failed?.state, 'failed');
  assert.match(failed?.message ?? '', /country\.mmdb \(.+\) contains no country codes/);
});

test('connection, certificate and health path of each backend are checked', { skip }, async (t) => {
  const authority = createAuthority(t);
  const certificates = [
    authority.sign('good', { hosts: ['localhost'] }),
    authority.sign('soon', { hosts: ['localhost'], days: 3 }),
    authority.sign('wrong', { hosts: ['other.test'] }),
  ];
  const servers = certificates.map(({ cert, key }) =>
    createServer({ cert: readFileSync(cert), key: readFileSync(key) }, ({ url }, response) => {
      response.writeHead(url === '/healthz' ? 200 : 404).end();
    }),
  );
  t.after(() => {
    for (const server of servers) server.close();
  });
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }),
  );
  const dead = await freePort();
  const entries = [
    ...ports.map((port) => `https://localhost:${port} weight=2`),
    `127.0.0.1:${dead}`,
  ];
  const BACKENDS = JSON.stringify({ default: entries, 'a.test': entries });
  const environment = { BACKENDS, BACKEND_CA: authority.path, BACKEND_CHECK_PATH: '/healthz' };
  const rows = async (change: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const conditions = await examine(installation(WHOLE, { ...environment, ...change }));
    return conditions
      .filter(({ part }) => part === 'backend')
      .map(({ state, message }) => `${state} ${message.replace(/valid until [0-9-]+/, 'valid')}`);
  };
  const [good, soon, wrong] = ports.map((port) => `https://localhost:${port}`);
  const others = [
    `failed ${wrong}: tls: certificate is for another name`,
    `failed 127.0.0.1:${dead}: dial tcp: connect: connection refused`,
  ];
  assert.deepEqual(await rows({}), [
    `ok ${good} accepts connections, certificate valid, 29 days`,
    `ok ${good} responds with 200 for /healthz`,
    `note ${soon} accepts connections, certificate valid, 2 days`,
    `ok ${soon} responds with 200 for /healthz`,
    ...others,
  ]);
  assert.deepEqual(await rows({ BACKEND_CHECK_PATH: '/status' }), [
    `ok ${good} accepts connections, certificate valid, 29 days`,
    `failed ${good} responds with 404 for /status`,
    `note ${soon} accepts connections, certificate valid, 2 days`,
    `failed ${soon} responds with 404 for /status`,
    ...others,
  ]);
  assert.deepEqual(await rows({ BACKEND_CA: '/none.pem' }), [
    'failed BACKEND_CA: /none.pem cannot be read. There is no such file.',
  ]);
  assert.deepEqual(await rows({ BACKEND_CA: '/' }), [
    'failed BACKEND_CA: / cannot be read. It is a folder.',
  ]);
});

test('signatures and names of files of any spelling', async () => {
  const names = ["rules/it's.conf", 'rules/a\\b.conf', 'rules/\u{1f600}.conf'];
  const rows = [
    ['', 'no signature'],
    ['SecComponentSignature "Tom\'s/1"\n', "Tom's/1"],
  ] as const;
  let tried = 0;
  for (const [directive, shown] of rows) {
    for (const name of names) {
      const rule = 'SecRule ARGS "@rx evil" "id:1,phase:2,deny,log"\n';
      const profile = bytesOfText(JSON.stringify({ files: [name] }));
      const sources = { 'profiles/pl1.json': profile, 'profiles/pl2.json': profile };
      const texts = built({ ...SOURCES, ...sources, [name]: directive + rule });
      const conditions = await examine(installation(texts));
      const messages = conditions.filter(({ part }) => part.endsWith('pl1'));
      assert.deepEqual(
        messages.map(({ message }) => message),
        [`${shown}: 1 rule in 1 file, 0 data files`, `current, ${shown}`],
        name,
      );
      tried += 1;
    }
  }
  assert.equal(tried, 6);
});

test('a profile that is a module', async () => {
  const folder = folderWith({ 'broken.mjs': 'export const waf = 1;\n' });
  const path = join(folder, 'broken.mjs');
  const [failure] = await failuresOf(installation(WHOLE, { ENGINE_RULES_PATH_SITES: path }));
  assert.match(failure ?? '', /^profile pl1: .*it exports no compiled rules/);
  const none = { ENGINE_RULES_PATH_SITES: '/none.mjs', SHADOW_RULES: '/none.mjs' };
  assert.deepEqual(
    (await failuresOf(installation(WHOLE, none))).filter((each) => each.includes('none.mjs')),
    [
      'profile pl1: Cannot load /none.mjs. There is no such file.',
      'shadow rules: /none.mjs: There is no such file.',
    ],
  );
});

test('a list with a module and other files', async () => {
  const [failure] = await failuresOf(
    installation(WHOLE, { ENGINE_RULES_PATH_SITES: 'a.mjs:b.mjs' }),
  );
  assert.match(failure ?? '', /^profile pl1: its list has a module and other files\./);
});

test('as a process: exit 1 and JSON', () => {
  const folder = folderWith({});
  const { status, stdout } = portcullis(folder, ['doctor', '--format', 'json'], '', {
    PORT: '0',
    LISTEN_HOST: '127.0.0.1',
  });
  assert.equal(status, 1);
  const document: { readonly conditions: readonly Condition[] } = JSON.parse(stdout);
  const failed = document.conditions.filter(({ state }) => state === 'failed');
  assert.deepEqual(
    failed.map(({ part }) => part),
    ['profile pl1', 'profile pl2', 'bundle'],
  );
});

test('a file of policies: what it has, or the first of what is wrong', async () => {
  const rowOf = async (text: string): Promise<string | undefined> => {
    const files = { ...WHOLE, 'policies.json': text };
    const conditions = await examine(installation(files, { POLICIES: 'policies.json' }));
    const row = conditions.find(({ part }) => part === 'policies');
    return row && `${row.state}: ${row.message}`;
  };
  assert.equal(
    await rowOf('{"policies": {"a": {"match": ["a.test", "b.test/x"], "profile": "pl1"}}}'),
    'ok: policies.json: 1 policy for 2 patterns of host and path',
  );
  assert.equal(
    await rowOf('{"policies": {"a": {"match": ["a.test"], "profil": "pl1"}}}'),
    'failed: policies.json:1:42: error: "profil" is not a member of a policy. [policies] (and 1 more)',
  );
});

test('backends of policies are tried once each, with those of BACKENDS or without', async () => {
  const [dead, gone] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const shop = { match: ['a.test'], profile: 'pl1', backends: { default: [dead, gone] } };
  const api = { match: ['b.test'], profile: 'pl1', backends: [gone] };
  const files = { ...WHOLE, 'policies.json': JSON.stringify({ policies: { shop, api } }) };
  const rows = async (BACKENDS: string): Promise<readonly string[]> => {
    const environment = { POLICIES: 'policies.json', BACKENDS };
    const conditions = await examine(installation(files, environment));
    return conditions.filter(({ part }) => part === 'backend').map(({ message }) => message);
  };
  const refused = [dead, gone].map((label) => `${label}: dial tcp: connect: connection refused`);
  assert.deepEqual(await rows(''), refused);
  assert.deepEqual(await rows(JSON.stringify({ default: [dead] })), refused);
});

test('whether a folder or a file is writable is tried', () => {
  const folder = folderWith({ 'a.log': 'a line' });
  assert.equal(whyNotWritable(folder, 'folder'), undefined);
  assert.equal(whyNotWritable(join(folder, 'a.log'), 'file'), undefined);
  assert.equal(whyNotWritable(join(folder, 'new/folder'), 'folder'), undefined);
  for (const path of ['a.log', 'a.log/b']) {
    const why = whyNotWritable(join(folder, path), 'folder');
    assert.equal(why, `${join(folder, 'a.log')} is a file.`);
  }
  // A folder in which nobody can create a file, whatever its permissions are.
  assert.match(
    whyNotWritable('/proc', 'folder') ?? '',
    /^(?:There is no such|You have no perm|The file system can)/,
  );
  assert.deepEqual(readdirSync(folder), ['a.log']);
  assert.equal(readFileSync(join(folder, 'a.log'), 'utf8'), 'a line');
});

test('a log below a file is a failure, not an internal error', () => {
  const { status, stdout, stderr } = portcullis(folderWith({ a: '' }), ['doctor'], '', {
    AUDIT_LOG: 'a/audit.log',
  });
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^failed {2}folder: a: \S+ is a file\.$/m);
});
