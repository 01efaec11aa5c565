/** What the compiler emits for small rule sets, one idea each: reviewed like code, never run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { silent, tracing } from '#compiler/4-emit/emit-trace.ts';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import { VERSION } from '#compiler/version.ts';
import { compileText } from '../helpers/compile-text.ts';
import { goldenCases } from '../helpers/golden.ts';

for (const { name, rules, check } of goldenCases(import.meta.url)) {
  test(name, () => {
    const passes = name.endsWith('-without-passes') ? [] : undefined;
    const { program, diagnostics } = compileText(rules, {}, passes);
    assert.deepEqual(diagnostics, []);
    assert.ok(program !== undefined);
    const hooks = name.endsWith('-traced') ? tracing : silent;
    const emitted = emit(program, hooks);
    assert.deepEqual(printProgram(program, hooks), emitted, 'without ts-morph');
    const modules = emitted.map(withoutAutomata);
    const shown = name === 'whole-modules' ? modules.map(whole) : modules.flatMap(statements);
    const folded = program.folded.map(({ id, why }) => `rule ${id}: ${why}\n`);
    check([...shown, ...(folded.length === 0 ? [] : ['=== folded away\n', ...folded])].join(''));
  });
}

/** How automata are written has its own tests. */
function withoutAutomata({ path, text }: EmittedModule): EmittedModule {
  return { path, text: text.replace(/loadMatcher\('[^']*'/g, "loadMatcher('...'") };
}

function whole({ path, text }: EmittedModule): string {
  return `=== ${path}\n${text.replaceAll(VERSION, 'VERSION')}`;
}

/** What a module says: without its header and imports, and only where rules show. */
function statements({ path, text }: EmittedModule): readonly string[] {
  if (path === 'index.ts' || path === 'rules.ts') return [];
  const body = text.replace(/^(?:\/\/.*\n|import [^;]*;\n)+/, '').trim();
  return EMPTY.test(body) ? [] : [`=== ${path}\n${body}\n`];
}

/** Nothing, a phase without rules, a prefilter without clauses, data without any. */
const EMPTY = /^(?:$|\/\*\* Phase \d: rules 0|.*\n {2}clauses: 0,)/;
