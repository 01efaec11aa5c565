/** The code uses the field's words: names that hold a word of our old private idiom are refused (docs/glossary.md). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const project = fileURLToPath(new URL('..', import.meta.url));

/** The word as it stands in a name, and what to write instead. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['place', 'index, position, location'],
  ['places', 'indexes, positions, locations'],
  ['slot', 'rule index, register, cache id, capture index, bucket'],
  ['slots', 'rule indexes, registers, captures, buckets'],
  ['kept', 'cached, remaining, selected'],
  ['behind', 'after, following'],
  ['ask', 'query, request'],
  ['asked', 'selected, requested'],
  ['asks', 'queries, requests'],
  ['question', 'clause'],
  ['questions', 'clauses'],
  ['gate', 'precondition, check'],
  ['gates', 'preconditions'],
  ['gated', 'conditional'],
  ['worth', 'precondition'],
  ['view', 'summary'],
  ['views', 'summaries'],
  ['trait', 'byte class'],
  ['traits', 'byte classes'],
  ['tell', 'report, send'],
  ['tells', 'reports, sends'],
  ['told', 'reported'],
  ['says', 'message'],
  ['turn', 'iteration'],
  ['way', 'path'],
  ['ways', 'paths'],
  ['kin', 'siblings'],
  ['earn', 'grow the budget'],
  ['affords', 'has budget'],
  ['settle', 'evict, finish'],
  ['misuse', 'usage error'],
  ['spoken', 'reported'],
  ['naked', 'unprotected'],
  ['apart', 'separately'],
  ['soon', 'retry'],
]);

/** Names that hold such a word in its everyday sense. */
const allowed: ReadonlySet<string> = new Set(['ProgramView', 'turnsResponseBodyOn']);

type Found = { readonly where: string; readonly name: string; readonly word: string };

/** `pikeThreadsOf` -> pike, threads, of. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_#]+/)
    .map((word) => word.toLowerCase());
}

function declaredNames(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(join(project, path), 'utf8'), 99, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
    if (isName && isDeclared(node)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isDeclared(name: ts.Identifier | ts.PrivateIdentifier): boolean {
  const { parent } = name;
  return (
    'name' in parent &&
    parent.name === name &&
    !ts.isPropertyAccessExpression(parent) &&
    !ts.isPropertyAssignment(parent)
  );
}

function privateWords(names: readonly string[], where: string): readonly Found[] {
  return names
    .filter((name) => !allowed.has(name))
    .flatMap((name) =>
      wordsOf(name)
        .filter((word) => replacements.has(word))
        .map((word) => ({ where, name, word })),
    );
}

test('names of the compiler and the run time use the words of the field', () => {
  const files = ['compiler', 'runtime'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const found = files.flatMap((path) => {
    const file = path.replace(/^.*\//, '').replace(/\.ts$/, '').replaceAll('-', '_');
    return privateWords([...declaredNames(path), file], path);
  });
  assert.ok(files.length > 700, `${files.length} files`);
  assert.deepEqual(
    found.map(({ where, name, word }) => `${where}: ${name}: write ${replacements.get(word)}`),
    [],
  );
});

test('a name of the old idiom is seen', () => {
  assert.deepEqual(privateWords(['askGate', 'clauseOf'], 'x'), [
    { where: 'x', name: 'askGate', word: 'ask' },
    { where: 'x', name: 'askGate', word: 'gate' },
  ]);
});
