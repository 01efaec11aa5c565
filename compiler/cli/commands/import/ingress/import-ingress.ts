/** Converts ingresses with annotations of ModSecurity to profiles, rule files and policies (docs/kubernetes.md). */
import type { Profile } from '#compiler/compile.ts';
import type { Diagnostic, Problem } from '#compiler/diagnostics.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { BUILT_IN_RULES, lockedRules } from '#compiler/rules-lock.ts';
import type { SourceFile } from '#compiler/source.ts';
import { RESERVED_NAMES } from '#proxy/policies/policy-data.ts';
import { profilePieces } from './build-profile.ts';
import { dropRejected } from './drop-rejected.ts';
import { concat, type MappedText, written } from './mapped-text.ts';
import { matchPatterns, type Owners } from './match-patterns.ts';
import * as problem from './problems.ts';
import { type Annotations, type Ingress, type ReportAt, readManifests } from './read-manifests.ts';
import type { Piece } from './read-snippet.ts';
import { RECOMMENDED, STANDARD_FILES } from './standard-files.ts';

export type Imported = {
  /** Paths, relative to the folder of the project, and texts (bytes, one char each). */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Policies and their profiles, in the order of the ingresses. */
  readonly policies: readonly ImportedPolicy[];
};

export type ImportedPolicy = {
  readonly name: string;
  readonly match: readonly string[];
  readonly profile: string;
  readonly mode?: 'off';
};

type State = {
  readonly files: Map<string, string>;
  readonly diagnostics: Diagnostic[];
  /** The name of the profile for each list of files and texts. */
  readonly profiles: Map<string, string>;
  readonly taken: Set<string>;
  readonly disk: RuleFiles;
  readonly report: ReportAt;
};

export function importIngress(source: SourceFile, prefix: string, disk: RuleFiles): Imported {
  const diagnostics: Diagnostic[] = [];
  const report = (found: Problem, start: number, end: number): void => {
    diagnostics.push({ ...found, span: { source, start, end }, notes: [] });
  };
  const { ingresses, controller } = readManifests(source.text, prefix, report);
  const state: State = {
    files: new Map(),
    diagnostics,
    profiles: new Map(),
    taken: new Set([...RESERVED_NAMES, 'pl1', 'pl2']),
    disk,
    report,
  };
  const owners: Owners = new Map();
  const policies = ingresses.flatMap((ingress) => policyOf(ingress, controller, owners, state));
  if (policies.length > 0) state.files.set('policies.json', policiesText(policies));
  return { files: state.files, diagnostics, policies };
}

function policyOf(
  ingress: Ingress,
  controller: Annotations,
  owners: Owners,
  state: State,
): readonly ImportedPolicy[] {
  const match = matchPatterns(ingress, owners, state.report);
  if (match.length === 0) return [];
  const name = freeName([ingress.namespace, ingress.name.text], state);
  const { enabled = controller.enabled === true } = ingress.annotations;
  if (!enabled) {
    reportName(ingress, problem.uninspected, state);
    return [{ name, match, profile: 'pl1', mode: 'off' }];
  }
  const pieces = profilePieces(ingress.annotations, controller, state.report);
  const isRecommended = (piece: Piece): boolean =>
    piece.kind === 'File' && piece.path === RECOMMENDED;
  const hasEngine = pieces.some(
    (piece) => piece.kind === 'Text' && /^\s*SecRuleEngine\b/m.test(piece.text.text),
  );
  if (pieces.some(isRecommended) && !hasEngine) reportName(ingress, problem.detectionOnly, state);
  return [{ name, match, profile: profileFor(name, ingress, pieces, state) }];
}

function reportName({ name }: Ingress, problemOf: (name: string) => Problem, state: State): void {
  const { text, offsets } = name;
  state.report(problemOf(text), offsets[0] ?? 0, (offsets.at(-1) ?? 0) + 1);
}

/** Returns a name that is valid for a policy, a profile and a file, and not yet used. */
function freeName(parts: readonly string[], { taken }: State): string {
  const wanted = parts
    .filter((part) => part !== '')
    .join('-')
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 56);
  const base = wanted === '' ? 'ingress' : wanted;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
  taken.add(name);
  return name;
}

/** Returns the name of the profile. Ingresses with the same rules share one. */
function profileFor(
  name: string,
  { name: { text: ingress, offsets } }: Ingress,
  pieces: readonly Piece[],
  state: State,
): string {
  const key = JSON.stringify(
    pieces.map((piece) => (piece.kind === 'File' ? [piece.path] : piece.text.text)),
  );
  const known = state.profiles.get(key);
  if (known !== undefined) return known;
  state.profiles.set(key, name);
  const texts = new Map<string, MappedText>();
  const entries = pieces.map((piece) => {
    if (piece.kind === 'File') return piece.path;
    const path = `profiles/ingress/${name}${texts.size === 0 ? '' : `-${texts.size + 1}`}.conf`;
    const header = `# From the ingress ${ingress}.\n`;
    texts.set(path, concat(written(header, offsets[0] ?? 0), piece.text));
    return path;
  });
  const compiled = dropRejected(
    profileOf(name, entries, state.disk),
    texts,
    overlay(state),
    state.report,
  );
  state.diagnostics.push(...compiled.others);
  for (const [path, { text }] of compiled.texts) state.files.set(path, tidy(text));
  for (const entry of entries) {
    const standard = STANDARD_FILES.get(entry);
    if (standard !== undefined) state.files.set(entry, standard);
  }
  state.files.set(
    `profiles/${name}.json`,
    `${JSON.stringify({ name, files: entries }, undefined, 2)}\n`,
  );
  return name;
}

function overlay({ disk }: State): RuleFiles {
  return { ...disk, read: (path) => STANDARD_FILES.get(path) ?? disk.read(path) };
}

function profileOf(name: string, entries: readonly string[], disk: RuleFiles): Profile {
  const locked = lockedRules(disk);
  const rules = locked?.kind === 'Ok' ? locked.folder : BUILT_IN_RULES;
  const source = { path: `profiles/${name}.json`, text: '' };
  return {
    name,
    entries: entries.map((entry) => ({
      text: entry.replace('{rules}', rules),
      span: { source, start: 0, end: 0 },
    })),
  };
}

/** Removes blank lines where text was left out. */
function tidy(text: string): string {
  return `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function policiesText(policies: readonly ImportedPolicy[]): string {
  const members = policies.map(({ name, ...policy }) => [name, policy]);
  return `${JSON.stringify({ policies: Object.fromEntries(members) }, undefined, 2)}\n`;
}
