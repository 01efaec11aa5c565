/** Texts of rules become literals that say exactly the same, whatever is in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { comment, lines, name, remark, template, ts } from '../../../compiler/4-emit/code.ts';

const bytes = fc.string({
  unit: fc.nat(255).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const nasty = fc.oneof(bytes, fc.stringMatching(/^[\\'"`${}*/\n\r]{0,12}$/));
const run = (code: string): unknown => runInNewContext(code, { marker: '<here>' });

test('a string literal', () => {
  fc.assert(fc.property(nasty, (text) => run(ts`(${text})`.text) === text));
});

test('only printable ASCII is written', () => {
  fc.assert(fc.property(bytes, (text) => /^[\x20-\x7e]*$/.test(ts`${text}`.text)));
});

test('a template literal of texts and expressions', () => {
  const parts = fc.array(fc.oneof(nasty, fc.constant(name('marker'))), { maxLength: 5 });
  fc.assert(
    fc.property(parts, (list) => {
      const expected = list.map((part) => (typeof part === 'string' ? part : '<here>')).join('');
      assert.equal(run(template(list).text), expected);
    }),
  );
});

test('two texts of a template literal do not make an expression together', () => {
  const texts = ['$', '{marker}'];
  assert.equal(run(template([...texts, name('marker')]).text), `${texts.join('')}<here>`);
});

test('numbers, lists and records', () => {
  const value = { a: [1, 'x\n', undefined, true], b: { c: -2 } };
  assert.equal(ts`${value}`.text, "{ a: [1, 'x\\x0a', undefined, true], b: { c: -2 } }");
});

test('code stays code', () => {
  assert.equal(ts`f(${name('rule', 7)}, ${'a'})`.text, "f(rule7, 'a')");
});

test('a comment ends where it ends', () => {
  fc.assert(fc.property(nasty, (text) => run(`1 ${comment(text).text} + 1`) === 2));
});

test('a remark ends where it ends', () => {
  fc.assert(fc.property(nasty, (text) => run(`1 ${remark(text).text} + 1`) === 2));
});

test('lines are indented, empty ones stay empty', () => {
  assert.equal(lines([ts`{`, lines([ts`a`]), name('', ''), ts`}`]).text, '  {\n    a\n\n  }');
});
