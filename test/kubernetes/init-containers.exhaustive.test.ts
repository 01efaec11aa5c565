/**
 * The init containers of the chart as processes, in folders that stand for their volumes: what they are told to do is what
 * helm renders. Then the proxy on what they have made (docs/kubernetes.md#rules-of-your-own).
 */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { folderWith, portcullis } from '../helpers/command-line.ts';
import { type Container, environmentOf, noHelm, podOf, render } from './helpers/chart.ts';

const RULE = `SecRuleEngine On
SecRule ARGS:coupon "@streq stolen" "id:1000,phase:2,deny,status:403,log,t:none,msg:'Stolen coupon'"
`;
const TESTS = `rule_id: 1000
tests:
  - test_id: 1
    stages:
      - input: { uri: '/?coupon=stolen', headers: { Host: localhost } }
        output: { log: { expect_ids: [1000] } }
`;
const values = (files: Readonly<Record<string, string>>) => ({
  rules: {
    files,
    modules: { shop: { entry: ['custom/*.conf'], test: true } },
  },
  webHosts: ['other.test'],
  policies: { shop: { match: ['shop.test'], profile: '/rules/shop.mjs' } },
});

/** A pod's volumes: /app/custom as Kubernetes mounts a ConfigMap, /rules, and the policies. */
class Pod {
  readonly folder = folderWith({});
  readonly module = join(this.folder, 'rules-volume/shop.mjs');

  constructor() {
    mkdirSync(join(this.folder, 'app/custom'), { recursive: true });
    mkdirSync(join(this.folder, 'rules-volume'));
    mkdirSync(join(this.folder, 'policies'));
    for (const name of ['profiles', 'rules'])
      symlinkSync(resolve(name), join(this.folder, 'app', name));
  }

  /** Files behind a link, which is exchanged in one step. */
  mount(files: Readonly<Record<string, string>>, version: string): void {
    const custom = join(this.folder, 'app/custom');
    mkdirSync(join(custom, `..${version}`));
    symlinkSync(`..${version}`, join(custom, '..new'));
    renameSync(join(custom, '..new'), join(custom, '..data'));
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(custom, `..${version}`, name), text);
      rmSync(join(custom, name), { force: true });
      symlinkSync(`..data/${name}`, join(custom, name));
    }
  }

  path(text: string): string {
    return text
      .replace('/etc/portcullis/policies/', `${this.folder}/policies/`)
      .replace(/(?<![\w/])\/rules\//, `${this.folder}/rules-volume/`);
  }

  /** Runs init containers one after the other, as the kubelet does: up to the first that fails. */
  start(manifests: ReturnType<typeof render>) {
    const policies = manifests.find(({ data }) => data?.['policies.json'] !== undefined);
    for (const [name, text] of Object.entries(policies?.data ?? {}))
      writeFileSync(join(this.folder, 'policies', name), this.path(text));
    const steps: readonly Container[] = podOf(manifests).initContainers;
    const done: string[] = [];
    for (const { name, args = [] } of steps) {
      const words = args.map((word) => this.path(word));
      const { status, stdout, stderr } = portcullis(join(this.folder, 'app'), words);
      if (status !== 0) return { done, failed: name, status, output: stdout + stderr };
      done.push(name);
    }
    return { done, failed: undefined, status: 0, output: '' };
  }
}

test('good rules are checked, tested, compiled and served; bad ones leave the module before them', {
  skip: noHelm,
}, async (t) => {
  const pod = new Pod();
  const good = { 'shop.conf': RULE, '1000.yaml': TESTS };
  pod.mount(good, '1');
  const manifests = render(values(good));
  const first = pod.start(manifests);
  assert.deepEqual(first, {
    done: ['check-shop', 'test-shop', 'compile-shop', 'check-policies'],
    failed: undefined,
    status: 0,
    output: '',
  });
  const compiled = readFileSync(pod.module, 'latin1');

  const { BACKENDS: _, ...environment } = environmentOf(manifests);
  const proxy = await startProxyProcess(t, {
    environment: {
      ...environment,
      ...{ PORT: '0', ADMIN_PORT: '0', ADMIN_HOST: '127.0.0.1', AUDIT_LOG: 'off' },
      ...{ POLICIES: join(pod.folder, 'policies/policies.json'), SHUTDOWN_DELAY: '0' },
    },
  });
  const answer = async (query: string): Promise<number> => {
    const { request } = await import('node:http');
    return new Promise((done, fail) =>
      request(
        { port: proxy.port, path: `/?coupon=${query}`, headers: { Host: 'shop.test' } },
        (response) => {
          response.resume();
          done(response.statusCode ?? 0);
        },
      )
        .on('error', fail)
        .end(),
    );
  };
  assert.equal(await answer('found'), 200);
  assert.equal(await answer('stolen'), 403);

  const mistakes = {
    'check-shop': [{ ...good, 'shop.conf': RULE.replace('@streq', '@strqe') }, /Unknown operator/],
    'test-shop': [{ ...good, 'shop.conf': RULE.replace('stolen', 'lost') }, /1000-1/],
  } as const;
  let version = 2;
  for (const [step, [files, message]] of Object.entries(mistakes)) {
    pod.mount(files, `${version++}`);
    const { failed, status, output } = pod.start(render(values(files)));
    assert.equal(failed, step, output);
    assert.equal(status, 1);
    assert.match(output, message);
    assert.equal(readFileSync(pod.module, 'latin1'), compiled);
  }
  assert.ok(existsSync(pod.module));

  pod.mount(good, `${version++}`);
  const stray = values(good);
  const policies = { shop: { ...stray.policies.shop, profile: '/rules/shpo.mjs' } };
  const last = pod.start(render({ ...stray, policies }));
  assert.equal(last.failed, 'check-policies');
  assert.match(last.output, /Cannot read .*shpo\.mjs/);
});

test('rules of their own stand beside the built-in ones', { skip: noHelm }, () => {
  const pod = new Pod();
  const files = { 'shop.conf': RULE.replace('SecRuleEngine On\n', '') };
  pod.mount(files, '1');
  const entry = ['profiles/base.conf', 'profiles/pl1-setup.conf', 'custom/*.conf', 'rules/*.conf'];
  const set = { rules: { files, modules: { shop: { entry } } } };
  const { done, output } = pod.start(render(set));
  assert.deepEqual(done, ['check-shop', 'compile-shop'], output);
  assert.match(readFileSync(pod.module, 'latin1'), /Stolen coupon/);
});

test('a finding in policies fails the start from the level failOn on', { skip: noHelm }, () => {
  const pod = new Pod();
  const files = { 'shop.conf': RULE, '1000.yaml': TESTS };
  pod.mount(files, '1');
  const { rules, policies } = values(files);
  const set = {
    policies: { ...policies, blog: { match: ['b.test'], profile: 'pl1', exclusions: 'blog.json' } },
    policyFiles: { 'blog.json': '{ "exclusions": [ { "rules": [1] } ] }' },
  };
  const lenient = pod.start(render({ ...set, rules }));
  assert.equal(lenient.failed, undefined, lenient.output);
  const strict = pod.start(render({ ...set, rules: { ...rules, failOn: 'warning' } }));
  assert.equal(strict.failed, 'check-policies');
  assert.match(strict.output, /No rule of profile pl1 has id 1\./);
});
