/**
 * Prints the same texts as write-module.ts without ts-morph, for modules that run at once and for hosts where
 * TypeScript's compiler is too large to load.
 */
import type { Program } from '../3-specialize/program.ts';
import { lineComment } from './code.ts';
import type { Hooks } from './emit-trace.ts';
import { moduleContents } from './module-contents.ts';
import {
  type EmittedModule,
  importsOf,
  type ModuleContent,
  type ModuleImport,
  wrapImports,
} from './module-imports.ts';

/** Returns what `emit` returns. */
export function printProgram(program: Program, hooks?: Hooks): readonly EmittedModule[] {
  return printModules(moduleContents(program, hooks));
}

export function printModules(contents: readonly ModuleContent[]): readonly EmittedModule[] {
  return contents.map((content) => ({ path: content.path, text: printModule(content) }));
}

/** Prints one module. An empty line separates imports and statements. */
function printModule(content: ModuleContent): string {
  const header = content.header.map((line) => lineComment(line).text);
  const imports = wrapImports(importsOf(content).map(declarationText).join('\n'));
  const statements = content.statements.map(({ text }) => text).reduce(append, '');
  const head = [...header, ...(imports === '' ? [] : [imports])].join('\n');
  if (statements === '') return `${head}\n`;
  return `${head}${imports === '' ? '\n' : '\n\n'}${statements}\n`;
}

/** Appends a statement, after an empty line when the text ends in a block. */
function append(text: string, next: string): string {
  if (text === '') return next;
  return `${text}${text.endsWith('}') ? '\n\n' : '\n'}${next}`;
}

function declarationText(each: ModuleImport): string {
  if (each.kind === 'Namespace') return `import * as ${each.name} from '${each.from}';`;
  const names = each.names.map(({ name, isTypeOnly }) => `${isTypeOnly ? 'type ' : ''}${name}`);
  return `import ${each.isTypeOnly ? 'type ' : ''}{ ${names.join(', ')} } from '${each.from}';`;
}
