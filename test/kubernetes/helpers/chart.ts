/** The Helm chart, rendered with values of a test. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { folderWith } from '../../helpers/command-line.ts';

export const CHART = 'scripts/helm/portcullis';
export const HELM = process.env['HELM'] ?? 'helm';
/** helm from Go's proxy does not know its own release, and takes an old one of Kubernetes. */
const RELEASE = ['--kube-version', '1.34.0'];

export type Container = {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
};
export type Manifest = {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: as a cluster would read it
  readonly spec: any;
  readonly data?: Readonly<Record<string, string>>;
};

export const noHelm =
  spawnSync(HELM, ['version']).status === 0 ? false : `helm is not here: ${HELM}`;

function helm(words: readonly string[], values: unknown) {
  const folder = folderWith({ 'values.yaml': JSON.stringify(values) });
  const file = join(folder, 'values.yaml');
  const done = spawnSync(HELM, [...words, '--values', file, ...RELEASE], { encoding: 'utf8' });
  return { status: done.status, output: done.stdout, errors: done.stderr };
}

/** What helm says of the chart with these values. */
export const lint = (values: unknown) => helm(['lint', CHART, '--strict'], values);

export const template = (values: unknown) => helm(['template', 'shop', CHART], values);

/** The objects of a release called shop. */
export function render(values: unknown): readonly Manifest[] {
  const { status, output, errors } = template(values);
  assert.equal(status, 0, errors);
  return parseAllDocuments(output)
    .map((document): Manifest | null => document.toJS())
    .filter((manifest) => manifest !== null);
}

export function find(manifests: readonly Manifest[], kind: string, name = 'shop-portcullis') {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  assert.ok(found, `${kind} ${name}`);
  return found;
}

export function podOf(manifests: readonly Manifest[]) {
  return find(manifests, 'Deployment').spec.template.spec;
}

/** The environment of the proxy, as its process would see it. */
export function environmentOf(manifests: readonly Manifest[]): Readonly<Record<string, string>> {
  const containers: readonly Container[] = podOf(manifests).containers;
  const env = containers.flatMap((container) => container.env);
  assert.ok(env.length > 0);
  return Object.fromEntries(env.map(({ name, value }) => [name, value.replaceAll('$$(', '$(')]));
}
