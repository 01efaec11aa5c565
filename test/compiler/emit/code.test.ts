/** Texts of rules become literals that say exactly the same, whatever is in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import {
  type Code,
  comment,
  identifier,
  joined,
  lineComment,
  lines,
  list,
  referring,
  regexLiteral,
  remark,
  template,
  ts,
} from '#compiler/4-emit/code.ts';
import { emitMask } from '#compiler/4-emit/emit-mask.ts';
import { createTable } from '#compiler/4-emit/table.ts';
import { writeModules } from '#compiler/4-emit/write-module.ts';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const bytes = fc.string({
  unit: fc.nat(255).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const nasty = fc.oneof(bytes, fc.stringMatching(/^[\\'"`${}*/\n\r]{0,12}$/));
const run = (code: string): unknown => runInNewContext(code, { marker: '<here>' });

test('a string literal evaluates to its text', () => {
  fc.assert(fc.property(nasty, (text) => run(ts`(${text})`.text) === text));
});

test('only printable ASCII is written', () => {
  fc.assert(fc.property(bytes, (text) => /^[\x20-\x7e]*$/.test(ts`${text}`.text)));
});

test('a template literal evaluates to its texts and expressions', () => {
  const parts = fc.array(fc.oneof(nasty, fc.constant(identifier('marker'))), { maxLength: 5 });
  fc.assert(
    fc.property(parts, (list) => {
      const expected = list.map((part) => (typeof part === 'string' ? part : '<here>')).join('');
      assert.equal(run(template(list).text), expected);
    }),
  );
});

test('two texts of a template literal do not make an expression together', () => {
  const texts = ['$', '{marker}'];
  assert.equal(run(template([...texts, identifier('marker')]).text), `${texts.join('')}<here>`);
});

test('numbers, lists and records', () => {
  const value = { a: [1, 'x\n', undefined, true], b: { c: -2 } };
  assert.equal(ts`${value}`.text, "{ a: [1, 'x\\x0a', undefined, true], b: { c: -2 } }");
});

test('code stays code', () => {
  assert.equal(ts`f(${identifier('rule', 7)}, ${'a'})`.text, "f(rule7, 'a')");
});

test('a comment ends where it ends', () => {
  fc.assert(fc.property(nasty, (text) => run(`1 ${comment(text).text} + 1`) === 2));
});

test('a remark ends where it ends', () => {
  fc.assert(fc.property(nasty, (text) => run(`1 ${remark(text).text} + 1`) === 2));
});

test('lines are indented, empty ones stay empty', () => {
  assert.equal(lines([ts`{`, lines([ts`a`]), ts``, ts`}`]).text, '  {\n    a\n\n  }');
});

test('a comment up to the end of a line ends there', () => {
  fc.assert(fc.property(nasty, (text) => run(`1 ${lineComment(text).text}\n + 1`) === 2));
});

test('a text with letters beyond latin1, as paths have them, says the same', () => {
  assert.equal(run(ts`${'profiles/日本.conf'}`.text), 'profiles/日本.conf');
});

test('a regular expression stays in its literal', async (t) => {
  for (const source of ['', 'a/b', '[/]', '\\/', '\n', '$`']) {
    await t.test(rowTitle(source), () => {
      const value = 'a/b\n/$`';
      const found = runInNewContext(`${regexLiteral(source).text}.exec(value)`, { value });
      assert.equal(found?.[0], new RegExp(source).exec(value)?.[0], JSON.stringify(source));
    });
  }
});

test('a name that is none is a bug of the compiler', async (t) => {
  for (const word of ['', '7', 'a b', 'a\nb', 'a;', 'a-b', 'x//']) {
    await t.test(rowTitle(word), () => {
      assert.throws(() => identifier(word), /Compiler bug: .* is not an identifier/, word);
    });
  }
  assert.throws(() => ts`${{ 'a: 1, b': 2 }}`, /is not an identifier/);
});

const scream = referring({ from: './voices.ts', kind: 'Value', name: 'scream' });
const whisper = referring({ from: './voices.ts', kind: 'Value', name: 'whisper' });
const loud = referring({ from: './voices.ts', kind: 'Type', name: 'Loud' });
const birds = referring({ from: './birds.ts', kind: 'Namespace', name: 'birds' });
const engine = referring({ from: '../../runtime/engine/index.ts', kind: 'Value', name: 'run' });

const moduleOf = (statements: readonly Code[], path = 'phase1.ts'): string | undefined =>
  writeModules([{ path, header: ['Made by a test'], statements }])[0]?.text;

test('a module imports what its code refers to, however deep, each name once', () => {
  const inner = template(['loud: ', ts`${scream}(${birds}.owl)`]);
  const statements = [
    lines([joined([inner, ts`${whisper}()`], ', ')]),
    ts`const x: ${loud} = ${engine}(${scream}, ${'whisper'});`,
  ];
  assert.equal(
    moduleOf(statements),
    `// Made by a test
import { run } from '../../runtime/engine/index.ts';
import { scream, whisper, type Loud } from './voices.ts';
import * as birds from './birds.ts';

  \`loud: \${scream(birds.owl)}\`, whisper()
const x: Loud = run(scream, 'whisper');
`,
  );
});

test('names in texts and comments are not imported, nor does a module import itself', () => {
  const statements = [comment('scream(birds.owl)'), ts`f(${'scream birds.owl'});`];
  assert.doesNotMatch(moduleOf(statements) ?? '', /import/);
  assert.doesNotMatch(moduleOf([ts`const a = ${scream};`], 'voices.ts') ?? '', /import/);
});

test('the header of a module stays in its line', () => {
  const [module] = writeModules([
    { path: 'a.ts', header: ['for profile x\nconsole.log(1);//'], statements: [] },
  ]);
  assert.equal(module?.text, '// for profile x?console.log(1);//\n');
});

test('types alone are imported as types, so that nothing is loaded for them', () => {
  const module = moduleOf([ts`let x: ${loud};`]);
  assert.match(module ?? '', /^import type \{ Loud \} from '\.\/voices\.ts';$/m);
});

test('long imports, lists and objects are wrapped, lists of words into filled lines', () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
  const names = words.map((name) => referring({ from: './words.ts', kind: 'Value', name }));
  const module = moduleOf([ts`f(${list(names)});`, ts`g(${{ words, sources: [{ file: 'a' }] }});`]);
  const longest = Math.max(...(module ?? '').split('\n').map((line) => line.length));
  assert.ok(longest <= 100, `${longest}`);
  assert.match(module ?? '', /^import \{\n {2}word0,\n/m);
  assert.match(module ?? '', /^ {2}word0, word1, word2, /m);
  assert.match(module ?? '', /^ {2}words: \[\n {4}'word0', 'word1', /m);
  assert.match(module ?? '', /^ {2}sources: \[\{ file: 'a' \}\],$/m);
});

test('a second declaration of the same name gets a number', () => {
  const table = createTable(['tx']);
  const names = ['args', 'args', 'tx', 'args', 'args_2', 'args_2'].map(
    (name, index) => table.add(`${index}`, name, () => ts`0`).text,
  );
  assert.deepEqual(names, ['args', 'args_2', 'tx_2', 'args_3', 'args_2_2', 'args_2_3']);
  assert.equal(table.add('0', 'args', () => ts`0`).text, 'args');
});

test('masks show their bytes', () => {
  assert.equal(emitMask(byteClassesOf('\r')).text, '64 /* [\\x0a\\x0d] */');
  assert.equal(emitMask(byteClassesOf('/.')).text, '6291456 /* [./] */');
  assert.equal(emitMask(byteClassesOf('*/')).text, '4325376 /* [*\\/] */');
  assert.equal(emitMask(-1).text, '-1 /* any byte */');
  assert.equal(emitMask(0).text, '0 /* no byte */');
});
