/** Script injection: docs/spec/libinjection.md#examples, and docs/spec/libinjection.md#traps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isXss } from '#engine/libinjection/xss.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const examples: readonly (readonly [input: string, hit: boolean])[] = [
  ['<script>', true],
  ['<scr\x00ipt>', true],
  ['</script>', false],
  ['</p x><script>', true],
  ['</p ><script>', true],
  ['</p ><b><script>', true],
  ['<a href=&#x14A;ava>', true],
  ['</p x><script ', true],
  ['<svgfoo>', true],
  ['<xsl', true],
  ['<a href=javascript:x>', true],
  ['<a href=&#106;ava>', true],
  ['<a href=&#x16a;ava>', false],
  ["<a href='\x01 \x80java'>", true],
  ["<a href='j\x0aava'>", true],
  ["<a href='j\x09ava'>", false],
  ['<a href=http://x>', false],
  ['<a onclick=x>', true],
  ['<a onclickzzz=x>', true],
  ['<a onclick>', false],
  ['onclick=x', true],
  ["' onclick=x", true],
  ['" onclick=x', true],
  ['` onclick=x', true],
  ['<a onfoo=x>', false],
  ['<a onformdata=x>', true],
  ['<a ondomfocusin=x>', false],
  ['<a xmlnsfoo=x>', true],
  ['<a style=x>', true],
  ['<p/style=x>', true],
  ['<a \xff style=x>', false],
  ['<!doctype', true],
  ['<!--`-->', true],
  ['<!--[if x]>', true],
  ['<!-- [if x]>', false],
  ['<?xml x', true],
  ['<?import x>', true],
  ['<!ENTITY x>', true],
  ['<%`%>', true],
  ['<![CDATA[`]]>', false],
  ['<set attributename=href>', true],
  ['<set attributename=alt>', false],
  ['<a b=c/style=d>', false],
  ["<a b='c'style=d>", true],
  ['<a href = "data:x">', true],
  ['<a href>x</a>', false],
  ['<a =style=x>', false],
];

const traps: readonly (readonly [trap: string, input: string, hit: boolean])[] = [
  ['an empty input is harmless', '', false],
  ['a tag needs its angle bracket', 'script>', false],
  ['NULs in a tag name are skipped', '<s\0cr\0ipt>', true],
  ['a NUL ends an attribute name', '<a st\0yle=x>', false],
  ['NULs in the value of an indirect attribute are skipped', "<a attributename='h\0ref'>", true],
  ['NULs in an event name are not', "<a attributename='on\0click'>", false],
  ['a short name is no event', '<a oncut=x>', true],
  ['an event name needs all its letters', '<a onclic=x>', false],
  ['an unquoted value may be empty', '<a style= >', true],
  ['a name without a value is harmless', '<a style>', false],
  ['CDATA is text', '<![CDATA[<script>]]>', false],
  ['CDATA counts in upper case only', '<![cdata[`]]>', true],
  ['NULs may stand in the end of a comment', '<!--a-\0\0-><script>', true],
  ['an exclamation mark may end a comment', '<!--a-!><script>', true],
  ['a comment that is not closed takes the rest', '<!--a-- <script>', false],
  ['a value names a harmful attribute', '<set attributename=onclick>', true],
  ['a reference may have leading zeros', `<a href=&#${'0'.repeat(50)}106;ava>`, true],
  ['a reference may lack its semicolon', '<a href=&#x6aava>', false],
  ['a reference above 0x1000FF stands for its ampersand', '<a href=&#x100100;java>', false],
  ['blanks inside a scheme count, line feeds do not', '<a href="vb\nscript:x">', true],
  ['a quote before the input is assumed', '"><script>', true],
  ['an attribute of a value that is quoted outside', "x' style='y", true],
];

test('examples of the specification have their verdicts', async (t) => {
  for (const [input, hit] of examples) {
    await t.test(rowTitle(input), () => {
      assert.equal(isXss(input), hit, JSON.stringify(input));
    });
  }
  assert.equal(examples.length, 47);
});

test('inputs that an implementation easily gets wrong have their verdicts', async (t) => {
  for (const [trap, input, hit] of traps) {
    await t.test(rowTitle(input), () => {
      assert.equal(isXss(input), hit, trap);
    });
  }
  assert.equal(traps.length, 22);
});
