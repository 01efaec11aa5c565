/** Code -> the text of a module with its imports; the only file that knows ts-morph. */
import {
  type ImportDeclarationStructure,
  IndentationText,
  NewLineKind,
  type OptionalKind,
  Project,
  QuoteKind,
} from 'ts-morph';
import { type Code, lineComment } from './code.ts';
import { type Reference, unite } from './references.ts';

export type EmittedModule = { readonly path: string; readonly text: string };

export type ModuleContent = {
  readonly path: string;
  /** Lines of a comment. */
  readonly header: readonly string[];
  readonly statements: readonly Code[];
};

export function writeModules(contents: readonly ModuleContent[]): readonly EmittedModule[] {
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Single,
    },
  });
  return contents.map((content) => {
    const file = project.createSourceFile(content.path, {
      statements: [
        content.header.map((line) => lineComment(line).text).join('\n'),
        ...content.statements.map((statement) => `${statement.text}\n`),
      ],
    });
    file.insertImportDeclarations(content.header.length, importsOf(content));
    return { path: content.path, text: wrapImports(file.getFullText()) };
  });
}

/** One declaration for each module that the statements refer to, but for their own. */
function importsOf({ path, statements }: ModuleContent): readonly ImportDeclaration[] {
  const references = unite(statements.map((statement) => statement.references));
  const modules = new Map<string, Reference[]>();
  for (const reference of references) {
    if (reference.from === `./${path}`) continue;
    const known = modules.get(reference.from);
    if (known === undefined) modules.set(reference.from, [reference]);
    else known.push(reference);
  }
  return [...modules.values()].map(inOrder).toSorted(byRank).map(declarationOf);
}

type ImportDeclaration = OptionalKind<ImportDeclarationStructure>;

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

function declarationOf(references: readonly Reference[]): ImportDeclaration {
  const [first] = references;
  if (first === undefined) throw new Error('Compiler bug: an import of nothing');
  const { from, kind, name } = first;
  if (kind === 'Namespace') return { moduleSpecifier: from, namespaceImport: name };
  const isTypeOnly = references.every((each) => each.kind === 'Type');
  const namedImports = references.map((each) =>
    each.kind === 'Type' && !isTypeOnly ? { name: each.name, isTypeOnly: true } : each.name,
  );
  return { moduleSpecifier: from, namedImports, isTypeOnly };
}

/** A long list of imported names gets one line for each. */
function wrapImports(text: string): string {
  return text.replace(/^(import (?:type )?)\{ (.*) \} from (.*)$/gm, (line, start, names, from) =>
    line.length <= 100
      ? line
      : `${start}{\n${names.replaceAll(', ', ',\n').replace(/^/gm, '  ')},\n} from ${from}`,
  );
}
