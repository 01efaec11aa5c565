/** What a module holds, and the imports that follow from it. */
import type { Code } from './code.ts';
import { type Reference, unite } from './references.ts';

export type ModuleContent = {
  readonly path: string;
  /** Lines of a comment. */
  readonly header: readonly string[];
  readonly statements: readonly Code[];
};

export type EmittedModule = { readonly path: string; readonly text: string };

/** One import declaration. */
export type ModuleImport =
  | { readonly kind: 'Namespace'; readonly from: string; readonly name: string }
  | {
      readonly kind: 'Names';
      readonly from: string;
      /** All of them are types. */
      readonly isTypeOnly: boolean;
      readonly names: readonly ImportedName[];
    };

/** `isTypeOnly`: a type among values. */
export type ImportedName = { readonly name: string; readonly isTypeOnly: boolean };

/** One declaration for each module that the statements refer to, but for their own. */
export function importsOf({ path, statements }: ModuleContent): readonly ModuleImport[] {
  const references = unite(statements.map((statement) => statement.references));
  const modules = new Map<string, Reference[]>();
  for (const reference of references) {
    if (reference.from === `./${path}`) continue;
    const known = modules.get(reference.from);
    if (known === undefined) modules.set(reference.from, [reference]);
    else known.push(reference);
  }
  return [...modules.values()].map(inOrder).toSorted(byRank).map(importOf);
}

/** Values before types, each by name. */
function inOrder(references: readonly Reference[]): readonly Reference[] {
  const key = ({ kind, name }: Reference): string => `${kind === 'Type' ? 1 : 0} ${name}`;
  return references.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
}

/** The engine first, then what the profile's modules have of each other: names, then whole modules. */
function byRank(left: readonly Reference[], right: readonly Reference[]): number {
  return rankOf(left) < rankOf(right) ? -1 : 1;
}

function rankOf([first]: readonly Reference[]): string {
  if (first === undefined) return '';
  const { from, kind } = first;
  if (!from.startsWith('./')) return `0 ${from}`;
  return `${kind === 'Namespace' ? 2 : 1} ${from}`;
}

function importOf(references: readonly Reference[]): ModuleImport {
  const [first] = references;
  if (first === undefined) throw new Error('Compiler bug: an import of nothing');
  const { from, kind, name } = first;
  if (kind === 'Namespace') return { kind: 'Namespace', from, name };
  const isTypeOnly = references.every((each) => each.kind === 'Type');
  const names = references.map((each) => ({
    name: each.name,
    isTypeOnly: each.kind === 'Type' && !isTypeOnly,
  }));
  return { kind: 'Names', from, isTypeOnly, names };
}

/** A long list of imported names gets one line for each. */
export function wrapImports(text: string): string {
  return text.replace(/^(import (?:type )?)\{ (.*) \} from (.*)$/gm, (line, start, names, from) =>
    line.length <= 100
      ? line
      : `${start}{\n${names.replaceAll(', ', ',\n').replace(/^/gm, '  ')},\n} from ${from}`,
  );
}
