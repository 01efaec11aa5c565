/** Code and imports -> the text of a module; the only file that knows ts-morph. */
import {
  type ImportDeclarationStructure,
  IndentationText,
  NewLineKind,
  type OptionalKind,
  Project,
  QuoteKind,
} from 'ts-morph';
import type { Code } from './code.ts';

export type EmittedModule = { readonly path: string; readonly text: string };

export type Import = {
  readonly from: string;
  /** `import * as namespace`. */
  readonly namespace?: string;
  readonly names?: readonly string[];
  readonly types?: readonly string[];
};

export type ModuleContent = {
  readonly path: string;
  readonly header: string;
  readonly imports: readonly Import[];
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
        `// ${content.header}`,
        ...content.statements.map((statement) => `${statement.text}\n`),
      ],
    });
    const text = content.statements.map((statement) => statement.text).join('\n');
    const code = text.replace(TEXTS, '');
    file.insertImportDeclarations(
      1,
      content.imports.flatMap((each) => usedImport(each, code)),
    );
    return { path: content.path, text: file.getFullText() };
  });
}

/** Comments and strings: what rules say in them names nothing. */
const TEXTS = /\/\*.*?\*\/|'(?:[^'\\\n]|\\.)*'/g;

/** Only what the code names is imported: generated files are type-checked with unused names refused. */
function usedImport(
  wanted: Import,
  code: string,
): readonly OptionalKind<ImportDeclarationStructure>[] {
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  if (wanted.namespace !== undefined) {
    return new RegExp(`\\b${wanted.namespace}\\.`).test(code)
      ? [{ moduleSpecifier: wanted.from, namespaceImport: wanted.namespace }]
      : [];
  }
  const named = [
    ...(wanted.names ?? []).filter(isUsed).map((name) => ({ name })),
    ...(wanted.types ?? []).filter(isUsed).map((name) => ({ name, isTypeOnly: true })),
  ];
  return named.length === 0 ? [] : [{ moduleSpecifier: wanted.from, namedImports: named }];
}
