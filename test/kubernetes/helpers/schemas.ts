/** JSON schemas of Kubernetes and of the Prometheus operator, from their Go modules, as kubeconform reads them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

type Definition = {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly 'x-kubernetes-group-version-kind'?: readonly Kind[];
};
type Kind = { readonly group: string; readonly version: string; readonly kind: string };

const KUBERNETES = 'k8s.io/kubernetes@v1.34.2';
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const MONITOR = 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml';

/** For kubeconform's -schema-location, behind the folder. */
export const SCHEMA_NAMES = '/{{.Group}}_{{.ResourceAPIVersion}}_{{.ResourceKind}}.json';

/** The folder of a Go module; undefined: there is no Go, or it cannot be fetched. */
function moduleFolder(module: string): string | undefined {
  const words = ['mod', 'download', '-json', module];
  const { stdout, status } = spawnSync('go', words, { encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) return undefined;
  const { Dir: folder }: { readonly Dir?: string } = JSON.parse(stdout);
  return folder;
}

/** A folder of schemas that admit no other members than those they name; undefined: they cannot be had. */
export function fetchSchemas(): string | undefined {
  const kubernetes = moduleFolder(KUBERNETES);
  const operator = moduleFolder(OPERATOR);
  if (kubernetes === undefined || operator === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-schemas-'));
  mkdirSync(folder, { recursive: true });
  const path = join(kubernetes, 'api/openapi-spec/swagger.json');
  if (!existsSync(path)) return undefined;
  const { definitions }: { readonly definitions: Readonly<Record<string, Definition>> } =
    JSON.parse(readFileSync(path, 'utf8').replaceAll('#/definitions/', 'definitions.json#/'));
  const strict = Object.entries(definitions).map(([name, each]) => [name, closed(each)]);
  writeFileSync(join(folder, 'definitions.json'), JSON.stringify(Object.fromEntries(strict)));
  for (const [name, definition] of Object.entries(definitions))
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? [])
      writeSchema(folder, group, version, kind, { $ref: `definitions.json#/${name}` });
  const { spec } = parse(readFileSync(join(operator, MONITOR), 'utf8'));
  const [{ name: version, schema }] = spec.versions;
  const { spec: monitor } = schema.openAPIV3Schema.properties;
  writeSchema(folder, spec.group, version, spec.names.kind, {
    type: 'object',
    properties: { apiVersion: {}, kind: {}, metadata: {}, spec: closedDeep(monitor) },
    additionalProperties: false,
  });
  return folder;
}

function writeSchema(
  folder: string,
  group: string,
  version: string,
  kind: string,
  schema: unknown,
): void {
  // kubeconform takes the version for the group where there is none.
  const name = `${group || version}_${version}_${kind}.json`.toLowerCase();
  writeFileSync(join(folder, name), JSON.stringify(schema));
}

function closed(definition: Definition): unknown {
  // A quantity or a port is a number or text, which the OpenAPI of version 2 cannot say.
  if ('format' in definition && definition.format === 'int-or-string')
    return { type: ['integer', 'string'] };
  if (definition.properties === undefined) return withoutType(definition);
  return { ...definition, additionalProperties: false };
}

/** Quantities are said to be text, and YAML has numbers for some. */
function withoutType(definition: Definition): unknown {
  const { description } = Object.fromEntries(Object.entries(definition));
  return `${description}`.startsWith('Quantity ') ? { type: ['string', 'number'] } : definition;
}

function closedDeep(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedDeep);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closedDeep(value)]),
  );
  const isObject = 'properties' in members && members['type'] === 'object';
  return isObject && !('additionalProperties' in members)
    ? { ...members, additionalProperties: false }
    : members;
}
