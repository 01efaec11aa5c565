/**
 * Generates the JSON schema of the chart's values. Unknown values, and settings that do not exist, fail an
 * installation.
 */
import type { Setting } from '#proxy/settings/setting.ts';
import { settingTable } from '#proxy/settings/setting-table.ts';
import { BOOLEANS } from '#proxy/settings/setting-types.ts';

type Schema = { readonly [key: string]: unknown };

/** Settings that the chart sets itself from other values. */
const OF_THE_CHART: ReadonlySet<string> = new Set([
  ...['PORT', 'ADMIN_PORT', 'ADMIN_HOST', 'BACKENDS', 'PROXY_WEB_HOSTS', 'PROXY_APIS_HOSTS'],
  ...['POLICIES', 'ENGINE_RULES_PATH_SITES', 'ENGINE_RULES_PATH_APIS', 'TLS_CERT', 'TLS_KEY'],
]);

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const count: Schema = { type: 'integer', minimum: 0 };
const texts: Schema = { type: 'array', items: text };
const textsByName: Schema = { type: 'object', additionalProperties: text };
const objects: Schema = { type: 'array', items: { type: 'object' } };
/** An object of Kubernetes, which Kubernetes itself validates. */
const anything: Schema = { type: 'object' };

/** Returns the schema of an object with these members and no others. */
const only = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

const image = only({
  repository: text,
  tag: text,
  pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
});

const ruleModule = only({ entry: { ...texts, minItems: 1 }, test: flag }, ['entry']);

/** The type of a choice, which is a list of its words. */
const CHOICE = /^`[^`]+`(?:, `[^`]+`)*$/;

/** Returns the schema of a setting: a YAML number or boolean, or the text of the variable. */
function settingSchema({ kind, meaning }: Setting<unknown>): Schema {
  const words = [...kind.type.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const description = meaning;
  switch (kind.type) {
    case 'integer':
      return { description, type: ['integer', 'string'], pattern: '^[0-9]+$' };
    case 'number':
    case 'seconds':
      return { description, type: ['number', 'string'], pattern: '^[0-9]+(\\.[0-9]+)?$' };
    case 'boolean':
      return { description, enum: [true, false, ...BOOLEANS.keys()] };
    default:
      if (kind.type.startsWith('integer'))
        return {
          description,
          type: ['integer', 'string'],
          pattern: `^(${['[0-9]+', ...words].join('|')})$`,
        };
      return CHOICE.test(kind.type) ? { description, enum: words } : { description, ...text };
  }
}

function settings(): Schema {
  const all = Object.values<Setting<unknown>>(settingTable);
  const known = all.filter(({ name }) => !OF_THE_CHART.has(name));
  return only(Object.fromEntries(known.map((setting) => [setting.name, settingSchema(setting)])));
}

export function valuesSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...only({
      global: anything,
      image,
      compilerImage: image,
      imagePullSecrets: objects,
      replicaCount: count,
      backends: anything,
      webHosts: texts,
      apiHosts: texts,
      policies: { type: 'object', additionalProperties: { type: 'object' } },
      policyFiles: textsByName,
      settings: settings(),
      extraEnv: objects,
      extraEnvFrom: objects,
      rules: only({
        files: textsByName,
        existingConfigMap: text,
        modules: {
          type: 'object',
          // The names become parts of container names.
          propertyNames: { pattern: '^[a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?$' },
          additionalProperties: ruleModule,
        },
        failOn: { enum: ['error', 'warning', 'notice'] },
        resources: anything,
      }),
      tls: only({ secretName: text }),
      service: only({
        type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
        port: { type: ['integer', 'null'], minimum: 1, maximum: 65_535 },
        annotations: textsByName,
        externalTrafficPolicy: { enum: ['', 'Cluster', 'Local'] },
        loadBalancerSourceRanges: texts,
      }),
      resources: anything,
      temporaryFiles: only({ sizeLimit: text }),
      autoscaling: only({
        enabled: flag,
        minReplicas: count,
        maxReplicas: count,
        targetCPUUtilizationPercentage: { type: 'integer', minimum: 1 },
      }),
      podDisruptionBudget: only({ enabled: flag, maxUnavailable: { type: ['integer', 'string'] } }),
      networkPolicy: only({
        enabled: flag,
        requestsFrom: objects,
        metricsFrom: objects,
        decisionFrom: objects,
        egress: objects,
      }),
      serviceMonitor: only({ enabled: flag, labels: textsByName, interval: text }),
      serviceAccount: only({ name: text }),
      nameOverride: text,
      fullnameOverride: text,
      podAnnotations: textsByName,
      podLabels: textsByName,
      nodeSelector: textsByName,
      tolerations: objects,
      affinity: anything,
      priorityClassName: text,
      extraVolumes: objects,
      extraVolumeMounts: objects,
    }),
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
