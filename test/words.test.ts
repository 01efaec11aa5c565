/**
 * The code uses the field's words (docs/glossary.md): names that hold a word of our old private idiom are refused, and
 * comments with one that has no everyday sense.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

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
const allowed: ReadonlySet<string> = new Set([
  ...['ProgramView', 'turnsResponseBodyOn'],
  // Of CodeMirror.
  'EditorView',
]);

/** Words that mean nothing else in comments than what they meant in names. */
const refusedInComments: readonly string[] = [
  ...['slot', 'slots', 'gate', 'gates', 'gated', 'question', 'questions', 'trait', 'traits'],
  ...['kin', 'views', 'affords', 'settle', 'tells', 'told', 'places'],
];

/** Redis's own word, for the shards of a cluster. */
const isHashSlot = /\bhash slots?\b/g;

type Found = { readonly where: string; readonly name: string; readonly word: string };

/** `pikeThreadsOf` -> pike, threads, of. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_#]+/)
    .map((word) => word.toLowerCase());
}

function sourceOf(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(project, path), 'utf8'), 99, true);
}

function declaredNames(source: ts.SourceFile): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
    if (isName && isDeclared(node)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** All comments of the file, as they are written. */
function commentsOf(source: ts.SourceFile): readonly string[] {
  const { text } = source;
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.getEnd()) ?? [];
    for (const { pos, end } of [...before, ...after]) found.set(pos, text.slice(pos, end));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found.values()];
}

function refusedWords(comment: string): readonly string[] {
  const words =
    comment
      .replaceAll(isHashSlot, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.filter((word) => refusedInComments.includes(word));
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

const files = ['compiler', 'runtime', 'scripts'].flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);
const sources: ReadonlyMap<string, ts.SourceFile> = new Map(
  files.map((path) => [path, sourceOf(path)]),
);

test('names of the compiler and the run time use the words of the field', () => {
  const found = [...sources]
    .filter(([path]) => !path.startsWith('scripts/'))
    .flatMap(([path, source]) => {
      const file = path.replace(/^.*\//, '').replace(/\.ts$/, '').replaceAll('-', '_');
      return privateWords([...declaredNames(source), file], path);
    });
  assert.ok(files.length > 700, `${files.length} files`);
  assert.deepEqual(
    found.map(({ where, name, word }) => `${where}: ${name}: write ${replacements.get(word)}`),
    [],
  );
});

test('comments of the compiler, the run time and the scripts use the words of the field', () => {
  const comments = [...sources].flatMap(([path, source]) =>
    commentsOf(source).map((comment) => ({ path, comment })),
  );
  assert.ok(comments.length > 3000, `${comments.length} comments`);
  assert.deepEqual(
    comments.flatMap(({ path, comment }) =>
      refusedWords(comment).map((word) => `${path}: ${word}: ${comment}`),
    ),
    [],
  );
});

test('a comment of the old idiom is seen', () => {
  const text =
    'const a = 1; // a slot\n/** Its Traits. */\nconst b = "// kin"; /* one hash slot */ b;\n';
  const comments = commentsOf(ts.createSourceFile('x.ts', text, 99, true));
  assert.deepEqual(comments.flatMap(refusedWords), ['slot', 'traits']);
});

test('a name of the old idiom is seen', () => {
  assert.deepEqual(privateWords(['askGate', 'clauseOf'], 'x'), [
    { where: 'x', name: 'askGate', word: 'ask' },
    { where: 'x', name: 'askGate', word: 'gate' },
  ]);
});
