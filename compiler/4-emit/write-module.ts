/** Writes modules: their imports followed by their statements. */
import {
  type ImportDeclarationStructure,
  IndentationText,
  NewLineKind,
  type OptionalKind,
  Project,
  QuoteKind,
} from 'ts-morph';
import { lineComment } from './code.ts';
import {
  type EmittedModule,
  importsOf,
  type ModuleContent,
  type ModuleImport,
  wrapImports,
} from './module-imports.ts';

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
    file.insertImportDeclarations(content.header.length, importsOf(content).map(declarationOf));
    return { path: content.path, text: wrapImports(file.getFullText()) };
  });
}

function declarationOf(each: ModuleImport): OptionalKind<ImportDeclarationStructure> {
  if (each.kind === 'Namespace') return { moduleSpecifier: each.from, namespaceImport: each.name };
  return {
    moduleSpecifier: each.from,
    namedImports: [...each.names],
    isTypeOnly: each.isTypeOnly,
  };
}
