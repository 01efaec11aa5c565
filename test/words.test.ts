/**
 * The code uses the field's words (docs/glossary.md): names that hold a word of our old private idiom are refused,
 * comments with one that has no everyday sense, and messages with phrases that are no plain English.
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
  ['said', 'stated, reported'],
  ['say', 'show, report'],
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

/** Phrases that messages for users do not contain, and what to write instead. */
const refusedInMessages: ReadonlyMap<RegExp, string> = new Map([
  [/\bbehind\b/, 'after, at the end of'],
  [/\bstands?\b|\bstood\b/, 'is, precedes, occurs, means'],
  [/\basked\b|\basks for\b|\basks (?:how|whether|somebody)\b/, 'queries, tests, requires, needs'],
  [/\bgoes on\b|\bgo on\b/, 'continues'],
  [/\bno way\b/, 'unreachable'],
  [/\bleads? to\b/, 'refers to'],
  [/\bnobody\b/, 'no rule, no client'],
  [/\bspeaks? (?:of|for)\b/, 'has, claims to be'],
  [/\bso many\b/, 'a number of'],
  [/\bvanish/, 'is removed'],
  [/\btakes? (?:nothing )?away\b|\btaken (?:away|out)\b/, 'removes, excludes'],
  [/\bcounts? for nothing\b/, 'has no effect'],
  [/\b(?:says?|said) so\b/, 'is explicit'],
  [/\bof ours\b/, 'internal error, of Portcullis'],
  [/\bis there (?:twice|already)\b|\bis not there\b/, 'occurs twice, exists'],
  [/(?<!\b(?:there|which) )\bis no (?!longer\b)/, 'is not a'],
  [/\b(?:works?|left|made) (?:out )?anew\b/, 'again'],
  [/\bkin\b/, 'and the like'],
]);

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

/** All strings of the file with several words: literals, and the texts of templates. */
function stringsOf(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isString = ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
    const isText = isString || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && node.text.includes(' ')) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function refusedPhrases(message: string): readonly string[] {
  return [...refusedInMessages]
    .filter(([phrase]) => phrase.test(message.toLowerCase()))
    .map(([, instead]) => instead);
}

/** How a fragment begins that describes a function without a verb. */
const FRAGMENT = /^(?:Whether|What|Like|True|False|Undefined|undefined|As|By|For|Of|The same)\b/;

/** Returns the docstrings of the functions of the file that are no sentences. */
function fragmentsOf(source: ts.SourceFile): readonly string[] {
  return source.statements.filter(ts.isFunctionDeclaration).flatMap((statement) => {
    const range = ts.getLeadingCommentRanges(source.text, statement.getFullStart())?.at(-1);
    const comment = range === undefined ? '' : source.text.slice(range.pos, range.end);
    const [, text = ''] = /^\/\*\*[\s*]*([\s\S]*)\*\/$/.exec(comment) ?? [];
    return FRAGMENT.test(text) ? [`${statement.name?.text}: ${text.trim()}`] : [];
  });
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

test('docstrings of functions are sentences', () => {
  const found = [...sources].flatMap(([path, source]) =>
    fragmentsOf(source).map((fragment) => `${path}: ${fragment}`),
  );
  assert.deepEqual(found, []);
});

/** Biome writes an empty line there when it sorts the imports. */
const APART = /^(?:#!.*\n)?\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n\nimport/;

test('docstrings of files are directly before the imports', () => {
  const found = [...sources].filter(([, { text }]) => APART.test(text)).map(([path]) => path);
  assert.deepEqual(found, []);
  assert.match('/** A file. */\n\nimport { a } from "a";\n', APART);
});

test('messages of the compiler and the run time are in plain English', () => {
  const strings = [...sources]
    .filter(([path]) => !path.startsWith('scripts/'))
    .flatMap(([path, source]) => stringsOf(source).map((text) => ({ path, text })));
  assert.ok(strings.length > 3000, `${strings.length} strings`);
  assert.deepEqual(
    strings.flatMap(({ path, text }) =>
      refusedPhrases(text).map((instead) => `${path}: ${text}: write ${instead}`),
    ),
    [],
  );
});

test('a message of the old idiom is seen', () => {
  const text = `f('No way is here.', \`\${a} stands before \${b}\`, 'this is no id', 'is no longer');`;
  const strings = stringsOf(ts.createSourceFile('x.ts', text, 99, true));
  assert.deepEqual(strings.flatMap(refusedPhrases), [
    'unreachable',
    'is, precedes, occurs, means',
    'is not a',
  ]);
});

test('a comment of the old idiom is seen', () => {
  const text =
    'const a = 1; // a slot\n/** Its Traits. */\nconst b = "// kin"; /* one hash slot */ b;\n';
  const comments = commentsOf(ts.createSourceFile('x.ts', text, 99, true));
  assert.deepEqual(comments.flatMap(refusedWords), ['slot', 'traits']);
});

test('a docstring without a verb is seen', () => {
  const text =
    '/** Whether it is. */\nfunction a() {}\n/**\n * Like `a`.\n */\nfunction b() {}\n/** Forms one. */\nfunction c() {}\n';
  const fragments = fragmentsOf(ts.createSourceFile('x.ts', text, 99, true));
  assert.deepEqual(fragments, ['a: Whether it is.', 'b: Like `a`.']);
});

test('a name of the old idiom is seen', () => {
  assert.deepEqual(privateWords(['askGate', 'clauseOf'], 'x'), [
    { where: 'x', name: 'askGate', word: 'ask' },
    { where: 'x', name: 'askGate', word: 'gate' },
  ]);
});
