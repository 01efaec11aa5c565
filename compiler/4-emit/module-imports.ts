/** The content of a module, and the imports that follow from it. */
import type { Code } from './code.ts';
import { type Reference, unite } from './references.ts';

export type ModuleContent = {
  readonly path: string;
  /** Lines of the comment at the start. */
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
      /** True when all names are types. */
      readonly isTypeOnly: boolean;
      readonly names: readonly ImportedName[];
    };

/** `isTypeOnly` is true for a type in a declaration that also imports values. */
export type ImportedName = { readonly name: string; readonly isTypeOnly: boolean };

/** Returns one import declaration for each other module that the statements refer to. */
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

/** Sorts values before types, and each group by name. */
function inOrder(references: readonly Reference[]): readonly Reference[] {
  const key = ({ kind, name }: Reference): string => `${kind === 'Type' ? 1 : 0} ${name}`;
  return references.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
}

/** Orders imports: the engine first, then names from other modules of the profile, then whole modules. */
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

/** Breaks a long list of imported names into one line for each. */
export function wrapImports(text: string): string {
  return text.replace(/^(import (?:type )?)\{ (.*) \} from (.*)$/gm, (line, start, names, from) =>
    line.length <= 100
      ? line
      : `${start}{\n${names.replaceAll(', ', ',\n').replace(/^/gm, '  ')},\n} from ${from}`,
  );
}
