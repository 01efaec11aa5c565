/** The Helm chart (docs/kubernetes.md): what comes out of it for sets of values, and which values it refuses. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { environmentOf, find, lint, noHelm, podOf, render, template } from './helpers/chart.ts';
import { fetchSchemas, SCHEMA_NAMES } from './helpers/schemas.ts';

const KUBECONFORM = process.env['KUBECONFORM'] ?? 'kubeconform';

const MODULE = { entry: ['profiles/base.conf', 'custom/*.conf'], test: true };
const everything = {
  replicaCount: 3,
  backends: { default: ['web:8080'], 'a.test': ['https://a:443'] },
  webHosts: ['www.test', 'web.test'],
  apiHosts: ['api.test'],
  policies: { shop: { match: ['shop.test'], profile: '/rules/shop.mjs', exclusions: 'shop.json' } },
  policyFiles: { 'shop.json': '{ "exclusions": [] }' },
  settings: {
    ...{ SPOOL_LIMIT: 1_073_741_824, SHADOW_SAMPLE: 0.25, ENGINE_MODE: 'detect', HTTP2: true },
    ...{ SHUTDOWN_DELAY: 7.5, SHUTDOWN_TIMEOUT: 40, REDIRECT_PORT: 8080, DECISION_PORT: 9000 },
    ...{ PROXY_BOTS: '$(HOME)bot', WORKERS: 'auto', OTEL_RESOURCE_ATTRIBUTES: 'a=b,c=d' },
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=secret',
  },
  extraEnv: [{ name: 'CROWDSEC_KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'cs' } } }],
  extraEnvFrom: [{ secretRef: { name: 'more' } }],
  rules: { files: { 'a.conf': 'SecRuleEngine On\n' }, modules: { sites: MODULE, shop: MODULE } },
  tls: { secretName: 'shop-tls' },
  service: { type: 'LoadBalancer', annotations: { a: 'b' }, externalTrafficPolicy: 'Local' },
  autoscaling: { enabled: true },
  networkPolicy: {
    requestsFrom: [{ ipBlock: { cidr: '192.0.2.0/24' } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    decisionFrom: [{ podSelector: { matchLabels: { app: 'nginx' } } }],
    egress: [{ to: [{ podSelector: {} }], ports: [{ protocol: 'TCP', port: 8080 }] }],
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  serviceAccount: { name: 'waf' },
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { team: 'shop' },
  podLabels: { team: 'shop' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'waf', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
  extraVolumes: [{ name: 'geo', configMap: { name: 'geo' } }],
  extraVolumeMounts: [{ name: 'geo', mountPath: '/app/geo', readOnly: true }],
};
const bare = {
  podDisruptionBudget: { enabled: false },
  networkPolicy: { enabled: false },
  fullnameOverride: 'waf',
};
const ownConfigMap = {
  rules: { existingConfigMap: 'waf-rules', modules: { apis: { entry: ['custom/*.conf'] } } },
};
const sets = { defaults: {}, everything, bare, ownConfigMap };

test('helm lint has nothing to say', { skip: noHelm }, async (t) => {
  for (const [name, values] of Object.entries(sets))
    await t.test(name, () => {
      const { status, output, errors } = lint(values);
      assert.equal(status, 0, output + errors);
      assert.doesNotMatch(output, /WARNING|ERROR/);
    });
});

const hasKubeconform = spawnSync(KUBECONFORM, ['-v']).status === 0;
const schemas = noHelm !== false || !hasKubeconform ? undefined : fetchSchemas();
after(() => schemas && rmSync(schemas, { recursive: true }));
const noSchemas =
  noHelm || (schemas === undefined && `no kubeconform (${KUBECONFORM}) or no schemas from Go`);

function kubeconform(input: string) {
  const words = ['-strict', '-summary', '-schema-location', `${schemas}${SCHEMA_NAMES}`];
  const { status, stdout } = spawnSync(KUBECONFORM, words, { input, encoding: 'utf8' });
  return { status, stdout };
}

test('every object has the schema of its kind', { skip: noSchemas }, async (t) => {
  const expected = { defaults: 5, everything: 10, bare: 3, ownConfigMap: 5 };
  for (const [name, values] of Object.entries(sets))
    await t.test(name, () => {
      const { status, stdout } = kubeconform(template(values).output);
      assert.equal(status, 0, stdout);
      const count = new Map(Object.entries(expected)).get(name);
      assert.match(stdout, new RegExp(`Valid: ${count}, Invalid: 0, Errors: 0, Skipped: 0`));
    });
  const misspelt = template({}).output.replace('readinessProbe', 'readynessProbe');
  assert.match(kubeconform(misspelt).stdout, /'readynessProbe' not allowed/);
});

test('the proxy runs as nobody, on files that it cannot write', { skip: noHelm }, () => {
  for (const values of Object.values(sets)) {
    const pod = podOf(render({ ...values, fullnameOverride: 'shop-portcullis' }));
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.equal(pod.automountServiceAccountToken, false);
    assert.equal(pod.enableServiceLinks, false);
    const containers = [...pod.containers, ...(pod.initContainers ?? [])];
    for (const { securityContext, resources, volumeMounts } of containers) {
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assert.ok(resources.requests.memory && resources.limits.memory);
      const names = pod.volumes.map(({ name }: { readonly name: string }) => name);
      for (const { name } of volumeMounts) assert.ok(names.includes(name), name);
    }
  }
});

test('probes query the admin port, and the pod has the time that its settings take', {
  skip: noHelm,
}, () => {
  const defaults = podOf(render({}));
  const [{ startupProbe, livenessProbe, readinessProbe, ports }] = defaults.containers;
  assert.deepEqual(livenessProbe.httpGet, { path: '/healthz', port: 'admin' });
  for (const { httpGet } of [startupProbe, readinessProbe])
    assert.deepEqual(httpGet, { path: '/readyz', port: 'admin' });
  assert.ok(ports.some(({ name }: { readonly name: string }) => name === 'admin'));
  assert.equal(defaults.terminationGracePeriodSeconds, 5 + 25 + 5);
  assert.equal(podOf(render(everything)).terminationGracePeriodSeconds, 8 + 40 + 5);
  const none = { settings: { SHUTDOWN_DELAY: 0, SHUTDOWN_TIMEOUT: 0 } };
  assert.equal(podOf(render(none)).terminationGracePeriodSeconds, 5);
});

test('the proxy reads all of its environment', { skip: noHelm }, () => {
  for (const values of [{}, ownConfigMap]) {
    const { errors } = readSettings(environmentOf(render(values)));
    assert.deepEqual(errors, []);
  }
  const { extraEnv: _, ...plain } = everything;
  const environment = environmentOf(render(plain));
  const { settings, errors } = readSettings(environment);
  assert.deepEqual(errors, []);
  assert.equal(settings.spoolLimit, 1_073_741_824);
  assert.equal(settings.shadowSample, 0.25);
  assert.equal(settings.engineMode, 'detect');
  assert.equal(settings.http2, true);
  assert.equal(settings.decisionHost, '0.0.0.0');
  assert.equal(environment['ENGINE_RULES_PATH_SITES'], '/rules/sites.mjs');
  assert.equal(environment['ENGINE_RULES_PATH_APIS'], undefined);
  assert.deepEqual(settings.bots, ['$(home)bot']);
  assert.deepEqual(Object.keys(JSON.parse(environment['BACKENDS'] ?? '')), ['a.test', 'default']);
});

test('a change of rules or policies is a new pod', { skip: noHelm }, () => {
  const sums = (values: object) =>
    find(render(values), 'Deployment').spec.template.metadata.annotations;
  const before = sums(everything);
  const rules = { ...everything.rules, files: { 'a.conf': 'SecRuleEngine Off\n' } };
  assert.notEqual(sums({ ...everything, rules })['checksum/rules'], before['checksum/rules']);
  const policyFiles = { 'shop.json': '{}' };
  const after = sums({ ...everything, policyFiles });
  assert.notEqual(after['checksum/policies'], before['checksum/policies']);
  assert.equal(after['checksum/rules'], before['checksum/rules']);
  // Old pods stay until new ones are ready.
  const { strategy } = find(render(everything), 'Deployment').spec;
  assert.deepEqual(strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
});

test('ports, selectors and names fit each other', { skip: noHelm }, () => {
  const all = render(everything);
  const { selector, template: pods, replicas } = find(all, 'Deployment').spec;
  const { labels } = pods.metadata;
  const ports = pods.spec.containers[0].ports.map(({ name }: { readonly name: string }) => name);
  const isSelected = (wanted: Readonly<Record<string, string>>) =>
    Object.entries(wanted).every(([name, value]) => labels[name] === value);
  const services = all.filter(({ kind }) => kind === 'Service');
  assert.equal(services.length, 3);
  for (const { spec } of services) {
    assert.ok(isSelected(spec.selector));
    for (const { targetPort } of spec.ports) assert.ok(ports.includes(targetPort), targetPort);
  }
  assert.ok(isSelected(selector.matchLabels));
  assert.ok(isSelected(find(all, 'PodDisruptionBudget').spec.selector.matchLabels));
  const { podSelector, policyTypes, ingress, egress } = find(all, 'NetworkPolicy').spec;
  assert.ok(isSelected(podSelector.matchLabels));
  assert.deepEqual(policyTypes, ['Ingress', 'Egress']);
  assert.deepEqual(
    ingress.map((rule: { readonly ports: readonly { readonly port: string }[] }) =>
      rule.ports.map(({ port }) => port),
    ),
    [['requests', 'redirect'], ['decision'], ['admin']],
  );
  assert.equal(egress.length, 2);
  assert.equal(find(all, 'HorizontalPodAutoscaler').spec.scaleTargetRef.name, 'shop-portcullis');
  assert.equal(replicas, undefined);
  const monitor = find(all, 'ServiceMonitor').spec;
  const admin = find(all, 'Service', 'shop-portcullis-admin');
  for (const [name, value] of Object.entries(monitor.selector.matchLabels))
    assert.equal(admin.metadata.labels[name], value);
  assert.equal(monitor.endpoints[0].port, admin.spec.ports[0].name);
  const { ingress: open } = find(render({}), 'NetworkPolicy').spec;
  assert.equal(open.length, 1);
  assert.equal(open[0].from, undefined);
});

const refused: readonly (readonly [values: unknown, message: RegExp])[] = [
  [{ settings: { PROXY_RATE_LIMITS: 5 } }, /PROXY_RATE_LIMITS/],
  [{ settings: { PORT: 80 } }, /PORT/],
  // YAML's "on" without quotes.
  [{ settings: { ENGINE_MODE: true } }, /ENGINE_MODE/],
  [{ settings: { SHUTDOWN_TIMEOUT: 'soon' } }, /SHUTDOWN_TIMEOUT/],
  [{ settings: { WORKERS: 'many' } }, /WORKERS/],
  [{ settings: { HTTP2: 'maybe' } }, /HTTP2/],
  [{ replicas: 3 }, /replicas/],
  [{ rules: { modules: { sites: { entries: [] } } } }, /entry/],
  [{ rules: { modules: { 'My Rules': { entry: ['a.conf'] } } } }, /My Rules/],
  [
    { rules: { files: { 'a.conf': '' }, existingConfigMap: 'b' } },
    /rules.files and rules.existingConfigMap exclude each other/,
  ],
];

test('values that mean nothing are refused', { skip: noHelm }, () => {
  for (const [values, message] of refused) {
    const { status, errors } = template(values);
    assert.notEqual(status, 0, JSON.stringify(values));
    assert.match(errors, message);
  }
  assert.equal(refused.length, 10);
});
