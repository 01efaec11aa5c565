/**
 * Reads Kubernetes manifests (YAML or JSON, several documents, lists): everything that configures ModSecurity in
 * ingress-nginx.
 */
import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Problem } from '#compiler/diagnostics.ts';
import { EMPTY, type MappedText, mappedScalar } from './mapped-text.ts';
import * as problem from './problems.ts';

export type Ingress = {
  /** NAMESPACE/NAME or NAME. */
  readonly name: MappedText;
  readonly namespace: string;
  readonly annotations: Annotations;
  /** From spec.rules. */
  readonly paths: readonly IngressPath[];
  readonly regexPaths: boolean;
};

/** A host with one of its paths, both as written; the host "*" becomes empty. */
export type IngressPath = {
  readonly host: MappedText;
  readonly path: MappedText;
  readonly pathType: string;
};

/** A field is undefined when its annotation is missing. */
export type Annotations = {
  readonly enabled: boolean | undefined;
  readonly coreRules: boolean;
  readonly snippet: MappedText | undefined;
};

export type Manifests = {
  readonly ingresses: readonly Ingress[];
  /** From the controller's ConfigMap; they apply to all ingresses. */
  readonly controller: Annotations;
};

/** `start` and `end` are offsets in the file. */
export type ReportAt = (problem: Problem, start: number, end: number) => void;

/** Reads the manifests. `text` is bytes, one char each. `prefix` is that of the annotations, without the slash. */
export function readManifests(text: string, prefix: string, report: ReportAt): Manifests {
  const ingresses: Ingress[] = [];
  let controller: Annotations = { enabled: undefined, coreRules: false, snippet: undefined };
  const reader: Reader = { file: text, prefix, report };
  for (const document of parseAllDocuments(text, { logLevel: 'silent' })) {
    for (const { message, pos } of document.errors)
      report(problem.brokenYaml(message.split('\n')[0] ?? ''), pos[0], pos[1]);
    if (document.errors.length > 0) continue;
    for (const manifest of manifestsIn(document.contents)) {
      const kind = textAt(manifest, ['kind'], reader).text;
      if (kind === 'Ingress') ingresses.push(readIngress(manifest, reader));
      else if (kind === 'ConfigMap') controller = readController(manifest, reader) ?? controller;
    }
  }
  return { ingresses, controller };
}

type Reader = { readonly file: string; readonly prefix: string; readonly report: ReportAt };

/** Returns the manifests. `kubectl get -o yaml` writes a List instead of several documents. */
function manifestsIn(node: unknown): readonly YAMLMap[] {
  if (!isMap(node)) return [];
  const items = node.get('items', true);
  return isSeq(items) ? items.items.flatMap(manifestsIn) : [node];
}

function textAt(node: YAMLMap, path: readonly string[], { file }: Reader): MappedText {
  const found = node.getIn(path, true);
  return isScalar(found) ? mappedScalar(found, file) : EMPTY;
}

function itemsAt(node: YAMLMap, path: readonly string[]): readonly YAMLMap[] {
  const found = node.getIn(path, true);
  return isSeq(found) ? found.items.filter((item): item is YAMLMap => isMap(item)) : [];
}

function readIngress(manifest: YAMLMap, reader: Reader): Ingress {
  const { prefix } = reader;
  const annotation = (name: string): MappedText =>
    textAt(manifest, ['metadata', 'annotations', `${prefix}/${name}`], reader);
  const enabled = annotation('enable-modsecurity').text;
  const snippet = annotation('modsecurity-snippet');
  reportOthers(manifest, reader);
  return {
    name: textAt(manifest, ['metadata', 'name'], reader),
    namespace: textAt(manifest, ['metadata', 'namespace'], reader).text,
    annotations: {
      enabled: enabled === '' ? undefined : enabled === 'true',
      coreRules: annotation('enable-owasp-core-rules').text === 'true',
      snippet: snippet.text === '' ? undefined : snippet,
    },
    paths: readPaths(manifest, annotation('server-alias'), reader),
    regexPaths: annotation('use-regex').text === 'true',
  };
}

function readPaths(manifest: YAMLMap, alias: MappedText, reader: Reader): readonly IngressPath[] {
  const rules = itemsAt(manifest, ['spec', 'rules']);
  const everything = { path: EMPTY, pathType: 'Prefix' };
  // An ingress with only a default backend.
  if (rules.length === 0) return [{ host: EMPTY, ...everything }];
  return rules.flatMap((rule) => {
    const host = textAt(rule, ['host'], reader);
    const paths = itemsAt(rule, ['http', 'paths']);
    const hosts = [host, ...aliases(alias)];
    const read = paths.map((path) => ({
      path: textAt(path, ['path'], reader),
      pathType: textAt(path, ['pathType'], reader).text || 'ImplementationSpecific',
    }));
    return hosts.flatMap((each) =>
      (read.length === 0 ? [everything] : read).map((path) => ({ host: each, ...path })),
    );
  });
}

/** Returns the names, which are separated by commas. */
function aliases({ text, offsets }: MappedText): readonly MappedText[] {
  return [...text.matchAll(/[^,\s]+/g)].map(({ 0: name, index }) => ({
    text: name,
    offsets: offsets.slice(index, index + name.length),
  }));
}

/** Reports annotations about ModSecurity that are not imported. */
function reportOthers(manifest: YAMLMap, reader: Reader): void {
  const annotations = manifest.getIn(['metadata', 'annotations'], true);
  if (!isMap(annotations)) return;
  for (const { key, value } of annotations.items)
    if (isScalar(key) && isScalar(value)) reportOther(key, value, reader);
}

function reportOther(key: Scalar, value: Scalar, { prefix, report, file }: Reader): void {
  const name = String(key.value);
  const { text } = mappedScalar(value, file);
  if (name === `${prefix}/modsecurity-transaction-id`) {
    if (!OWN_IDS.test(text)) report(problem.transactionId(text), ...rangeOf(value));
    return;
  }
  const isOther = name.endsWith('-snippet') && name !== `${prefix}/modsecurity-snippet`;
  if (isOther && /\bmodsecurity/.test(text)) report(problem.otherSnippet(name), ...rangeOf(key));
}

/** The request id that the proxy assigns, or takes from X-Request-Id of a trusted proxy. */
const OWN_IDS =
  /^\$(?:(?:request_id|req_id|http_x_request_id)|\{(?:request_id|req_id|http_x_request_id)\})$/;

function rangeOf(node: Node): readonly [start: number, end: number] {
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
}

/** Reads the settings of the controller; returns undefined for any other ConfigMap. */
function readController(manifest: YAMLMap, reader: Reader): Annotations | undefined {
  const setting = (name: string): MappedText => textAt(manifest, ['data', name], reader);
  const enabled = setting('enable-modsecurity').text;
  if (enabled === '') return undefined;
  const snippet = setting('modsecurity-snippet');
  return {
    enabled: enabled === 'true',
    coreRules: setting('enable-owasp-modsecurity-crs').text === 'true',
    snippet: snippet.text === '' ? undefined : snippet,
  };
}
