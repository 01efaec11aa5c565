/** Every variable: default, alias, value, error. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { startWarnings } from '#proxy/process/announce.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import type { Setting } from '#proxy/settings/setting.ts';
import { settingTable } from '#proxy/settings/setting-table.ts';
import { settingsMarkdown } from '#proxy/settings/settings-markdown.ts';
import { misspelledVariables } from '#proxy/settings/unknown-variables.ts';
import { rowTitle } from '../helpers/row-title.ts';

test('defaults are those of the specification', () => {
  const { settings, errors } = readSettings({});
  assert.deepEqual(errors, []);
  assert.equal(settings.port, 8081);
  assert.deepEqual(settings.backends.fallback?.fallback, [{ host: 'localhost', port: 5000 }]);
  assert.equal(settings.rateLimit, 20);
  assert.equal(settings.rateBurst, 50);
  assert.equal(settings.blockBots, false);
  assert.ok(settings.bots.includes('duckduckbot'));
  assert.equal(settings.bots.length, 9);
  assert.equal(settings.geoBlock, false);
  assert.equal(settings.geoDatabase, '/app/GeoLite2-Country.mmdb');
  assert.equal(settings.engineMode, undefined);
  assert.equal(settings.engineOnError, 'closed');
  assert.equal(settings.adminPort, undefined);
  assert.equal(settings.workers, 0);
  assert.equal(settings.shutdownTimeout, 25_000);
});

test('aliases mean the same; two that differ are an error; empty is unset', () => {
  const alias = readSettings({
    WAF_RATE_LIMIT: '5',
    WAF_RATE_BURST: '5',
    WAF_WEB_HOSTS: 'a.test',
    WAF_APIS_HOSTS: 'b.test',
  });
  assert.deepEqual(alias.errors, []);
  assert.equal(alias.settings.rateLimit, 5);
  assert.deepEqual(alias.settings.webHosts, ['a.test']);
  assert.deepEqual(readSettings({ WAF_RATE_LIMIT: '5', PROXY_RATE_LIMIT: ' 5 ' }).errors, []);
  assert.deepEqual(
    readSettings({ PROXY_RATE_LIMIT: ' ', WAF_RATE_LIMIT: '' }).settings.rateLimit,
    20,
  );
  const [error, ...more] = readSettings({ WAF_RATE_LIMIT: '5', PROXY_RATE_LIMIT: '6' }).errors;
  assert.match(error ?? '', /^PROXY_RATE_LIMIT: differs from WAF_RATE_LIMIT/);
  assert.deepEqual(more, []);
});

test('good values are parsed', () => {
  const { settings, errors } = readSettings({
    PORT: '0',
    PROXY_RATE_LIMIT: '0.5',
    PROXY_BLOCK_BOTS: 'YES',
    PROXY_BOTS: ' Foo ,, bar,',
    GEO_BLOCK_COUNTRIES: 'de, Fr',
    PROXY_WEB_HOSTS: 'Web.Test. , www.web.test:8080,[::1]',
    PROXY_APIS_HOSTS: '*',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1, 192.0.2.1/32',
    ENGINE_RULES_PATH_SITES: ' a.conf :\n b/*.conf : ',
    BACKEND_CONNECT_TIMEOUT: '0.25',
    WORKERS: '2',
    ENGINE_MODE: 'Detect',
    BACKENDS:
      '{"a.test":["h:1","[::1]:2"],"default":{"default":["10.0.0.1:80"],"paths":{"/api":["b:3"],"/":["c:4"]}}}',
  });
  assert.deepEqual(errors, []);
  assert.equal(settings.rateLimit, 0.5);
  assert.equal(readSettings({ WORKERS: 'auto' }).settings.workers, availableParallelism());
  assert.equal(settings.blockBots, true);
  assert.deepEqual(settings.bots, ['foo', 'bar']);
  assert.deepEqual(settings.geoDeny, ['DE', 'FR']);
  assert.deepEqual(settings.webHosts, ['web.test', 'www.web.test', '[::1]']);
  assert.deepEqual(settings.apiHosts, ['*']);
  assert.deepEqual(settings.webRules, ['a.conf', 'b/*.conf']);
  assert.equal(settings.backendConnectTimeout, 250);
  assert.equal(settings.engineMode, 'detect');
  assert.deepEqual(settings.backends.hosts.get('a.test')?.fallback, [
    { host: 'h', port: 1 },
    { host: '::1', port: 2 },
  ]);
  const entries = [
    'https://App.test weight=3',
    'HTTPS://[::1]:8443 server_name=b.test',
    'unix://run/a.sock',
    'unix:5000',
    ' h:1  weight=1000 ',
  ];
  const extended = readSettings({ BACKENDS: JSON.stringify({ default: entries }) });
  assert.deepEqual(extended.errors, []);
  assert.deepEqual(extended.settings.backends.fallback?.fallback, [
    { host: 'app.test', port: 443, tls: {}, weight: 3 },
    { host: '::1', port: 8443, tls: { serverName: 'b.test' } },
    { path: '/run/a.sock' },
    { host: 'unix', port: 5000 },
    { host: 'h', port: 1, weight: 1000 },
  ]);
  assert.deepEqual(
    settings.backends.fallback?.paths.map(({ prefix }) => prefix),
    ['/api', ''],
  );
});

test('a list without entries counts as unset', () => {
  const { settings, errors } = readSettings({
    PROXY_BOTS: ' , ',
    GEO_ALLOW_COUNTRIES: ',',
    ENGINE_RULES_PATH_SITES: ' :\n',
  });
  assert.deepEqual(errors, []);
  assert.equal(settings.bots.length, 9);
  assert.deepEqual([settings.geoAllow, settings.webRules], [[], []]);
});

test('each bad value has an error of its own', async (t) => {
  const rows: readonly (readonly [name: string, value: string, lines: number])[] = [
    ['PORT', '-1', 1],
    ['CROWDSEC_URL', 'foo', 1],
    ['CROWDSEC_URL', '10.0.0.7:8080', 1],
    ['CROWDSEC_URL', 'http://10.0.0.7:8080', 1],
    ['PORT', '65536', 1],
    ['PORT', '80 81', 1],
    ['PORT', '0x50', 1],
    ['PROXY_RATE_LIMIT', '1e3', 1],
    ['PROXY_RATE_LIMIT', 'NaN', 1],
    ['PROXY_RATE_BURST', '0', 1],
    ['PROXY_RATE_BURST', '1.5', 1],
    ['PROXY_BLOCK_BOTS', 'maybe', 1],
    ['GEO_ALLOW_COUNTRIES', 'DE,Germany,1', 2],
    ['GEO_BLOCK_COUNTRIES', 'UK,EU,gb,XK,zz', 3],
    ['PROXY_WEB_HOSTS', 'a b,ok.test,u@x', 2],
    ['TRUSTED_PROXIES', '10.0.0.0/33,host,1.2.3.4/', 3],
    ['ENGINE_MODE', 'enabled', 1],
    ['WORKERS', 'many', 1],
    ['ADMIN_PORT', 'off', 1],
    ['SHUTDOWN_TIMEOUT', '10s', 1],
    ['BACKENDS', '{', 1],
    ['BACKENDS', '[]', 1],
    ['BACKENDS', '{}', 1],
    ['BACKENDS', '{"a b":["h:1"],"x":[],"y":["h"],"z":{"paths":{}}}', 4],
    ['BACKENDS', '{"x":["http://h:1","h:0","h:99999",7]}', 4],
    [
      'BACKENDS',
      '{"x":{"default":["h:1"],"paths":{"api":["h:1"],"/a":["h:1"],"/a/":["h:1"]},"extra":1}}',
      3,
    ],
    ['BACKENDS', '{"A.test":["h:1"],"a.test.":["h:1"]}', 1],
    ['BACKENDS', '{"x":["h:1 weight=0","h:1 weight=1001","h:1 weight=1.5","h:1 weight"]}', 4],
    ['BACKENDS', '{"x":["h:1 weight=1 weight=2","h:1 max_fails=3"]}', 2],
    ['BACKENDS', '{"x":["ftp://h:1","https://h:1/path","https://u@h:1","https://h:0"]}', 4],
    ['BACKENDS', '{"x":["h:1 server_name=a","https://h:1 server_name=10.0.0.1"]}', 2],
    ['BACKENDS', '{"x":["unix:run/app.sock","unix:/","unix:/a\\"b","unix:","https://"]}', 5],
    ['BACKENDS', `{"x":["unix:/${'a'.repeat(107)}"]}`, 1],
    ['BACKEND_BALANCE', 'random', 1],
    ['BACKEND_RETRIES', '11', 1],
    ['BACKEND_CHECK_PATH', 'healthz', 1],
    ['BACKEND_CHECK_HOST', 'a b', 1],
    ['BACKEND_CHECK_INTERVAL', '0', 1],
    ['BACKEND_CHECK_DOWN', '0', 1],
    ['BACKEND_RESOLVER', '127.0.0.1', 1],
    ['BACKEND_RESOLVER', 'dns.test,127.0.0.1:99999', 2],
    ['BACKEND_CA', '/ca.pem', 1],
    ['CLIENT_IP_HEADER', 'X_Real_IP', 1],
    ['CLIENT_IP_HEADER', 'a, b', 1],
    ['CLIENT_IP_HEADER', 'X-Forwarded-For', 1],
    ['CLIENT_IP_HEADER', 'forwarded', 1],
    ['ENGINE_RULES_PATH_SITE', 'x', 1],
    ['WAF_WEB_HOST', 'x', 1],
    ['GEO_SOMETHING_ELSE', 'x', 1],
  ];
  let ran = 0;
  for (const [name, value, lines] of rows) {
    await t.test(rowTitle(name), () => {
      const { errors } = readSettings({ [name]: value });
      assert.equal(errors.length, lines, `${name}=${value}\n${errors.join('\n')}`);
      for (const error of errors) assert.match(error, new RegExp(`^${name}: [^\\n]+$`));
      ran += 1;
    });
  }
  assert.equal(ran, rows.length);
  const all = readSettings({
    PORT: 'x',
    WORKERS: 'x',
    GEO_BLOCK_ENABLED: 'x',
    PROXY_X: '1',
  }).errors;
  assert.equal(all.length, 4, 'all at once');
});

test('CROWDSEC_URL with a user or password is refused, and not quoted', () => {
  const KEY = { CROWDSEC_KEY: 'k' };
  for (const url of ['http://me:hidden@h:8080', 'https://hidden@h', 'http://:hidden@h']) {
    const { errors } = readSettings({ ...KEY, CROWDSEC_URL: url });
    assert.equal(errors.length, 1, url);
    assert.match(errors[0] ?? '', /^CROWDSEC_URL: has a user or password; /);
    assert.doesNotMatch(errors.join(), /hidden/);
  }
  const { errors, settings } = readSettings({ ...KEY, CROWDSEC_URL: 'http://h:8080/a@b' });
  assert.deepEqual([...errors, settings.crowdsecUrl], ['http://h:8080/a@b']);
});

test('variables of other programs are not ours', () => {
  const { errors } = readSettings({
    PATH: '/bin',
    HTTP_PROXY: 'x',
    PROXY_SERVICE_HOST: '10.0.0.1',
    WAF_PORT: 'tcp://10.0.0.1:80',
    WAF_PORT_80_TCP_ADDR: '10.0.0.1',
    ENGINE_SERVICE_PORT_HTTP: '80',
  });
  assert.deepEqual(errors, []);
});

test('variables without our prefixes that look like a misspelt setting', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'SSL_CERT',
    'NODE_OPTIONS',
    'REDIS_URL',
    'LOG_LEVEL',
    'SORT',
    'HTTPS',
  ];
  const ours = ['TRUSTED_PROXIES', 'WORKERS', 'PORT', 'PROXY_RATE_LIMITS'];
  assert.deepEqual(
    misspelledVariables([...others, ...ours, 'TRUSTED_PROXY', 'BACKEND_RETRYS', 'TLS_CERTT']),
    [
      'BACKEND_RETRYS: no such setting. Did you mean BACKEND_RETRIES?',
      'TLS_CERTT: no such setting. Did you mean TLS_CERT?',
      'TRUSTED_PROXY: no such setting. Did you mean TRUSTED_PROXIES?',
    ],
  );
});

test('times are shown in seconds, as they are written', () => {
  assert.equal(settingTable.shutdownTimeout.fallback, 25_000);
  assert.equal(settingTable.shutdownTimeout.shown, '`25`');
  const { errors } = readSettings({ SHUTDOWN_TIMEOUT: '5s' });
  assert.deepEqual(errors, ['SHUTDOWN_TIMEOUT: "5s" is not a number of seconds from 0 to 86400.']);
});

test('a country code of another list is reported with the one of ISO 3166-1', () => {
  assert.deepEqual(readSettings({ GEO_BLOCK_COUNTRIES: 'uk, EL, EU' }).errors, [
    'GEO_BLOCK_COUNTRIES: "uk" is not a country code of ISO 3166-1. Did you mean GB?',
    'GEO_BLOCK_COUNTRIES: "EL" is not a country code of ISO 3166-1. Did you mean GR?',
    'GEO_BLOCK_COUNTRIES: "EU" is not a country code of ISO 3166-1.',
  ]);
});

test('the start warns of lists of countries that block no client', () => {
  const rows: readonly (readonly [environment: Record<string, string>, warnings: string[]])[] = [
    [
      { GEO_BLOCK_COUNTRIES: 'FR' },
      ['GEO_BLOCK_COUNTRIES has no effect: GEO_BLOCK_ENABLED is off.'],
    ],
    [
      { GEO_ALLOW_COUNTRIES: 'FR', GEO_BLOCK_COUNTRIES: 'DE' },
      [
        'GEO_ALLOW_COUNTRIES has no effect: GEO_BLOCK_ENABLED is off.',
        'GEO_BLOCK_COUNTRIES has no effect: GEO_BLOCK_ENABLED is off.',
      ],
    ],
    [
      { GEO_BLOCK_ENABLED: 'on' },
      [
        'GEO_BLOCK_ENABLED blocks no client: GEO_ALLOW_COUNTRIES and GEO_BLOCK_COUNTRIES are unset.',
      ],
    ],
    [{ GEO_BLOCK_ENABLED: 'on', GEO_ALLOW_COUNTRIES: 'FR' }, []],
    [{ GEO_BLOCK_ENABLED: 'on', GEO_BLOCK_COUNTRIES: 'FR' }, []],
    [{}, []],
  ];
  for (const [environment, warnings] of rows) {
    const { settings } = readSettings(environment);
    const about = startWarnings(settings, []).filter((line) => line.startsWith('GEO_'));
    assert.deepEqual(about, warnings);
  }
  assert.equal(rows.length, 6);
});

test('the start warns of bots that nothing blocks', () => {
  const botWarnings = (environment: Readonly<Record<string, string>>): readonly string[] =>
    startWarnings(readSettings(environment).settings, Object.keys(environment)).filter((line) =>
      line.startsWith('PROXY_BOTS'),
    );
  const warning = 'PROXY_BOTS has no effect: PROXY_BLOCK_BOTS is off.';
  assert.deepEqual(botWarnings({ PROXY_BOTS: 'curl' }), [warning]);
  assert.deepEqual(botWarnings({ PROXY_BOTS: 'curl', PROXY_BLOCK_BOTS: 'on' }), []);
  assert.deepEqual(botWarnings({}), []);
});

test('a host in both lists', () => {
  const { errors } = readSettings({
    PROXY_WEB_HOSTS: 'A.test,b.test',
    PROXY_APIS_HOSTS: 'a.test.:80,c.test',
  });
  assert.deepEqual(errors, ['PROXY_APIS_HOSTS: host "a.test" is in PROXY_WEB_HOSTS too.']);
});

test('the table of docs/settings.md has a row for each variable', () => {
  const rows = settingsMarkdown()
    .split('\n')
    .slice(2)
    .filter((line) => line !== '');
  const settings = Object.values<Setting<unknown>>(settingTable);
  assert.equal(rows.length, settings.length);
  settings.forEach(({ name, meaning }, index) => {
    assert.ok(rows[index]?.startsWith(`| \`${name}\``) && rows[index]?.includes(meaning));
  });
});
