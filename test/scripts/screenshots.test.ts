/** Screens of terminals become pictures, and documents show every picture that there is. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLAIN, readScreen, type Style } from '#scripts/screenshots/ansi.ts';
import { plans } from '#scripts/screenshots/pictures.ts';
import { screenSvg } from '#scripts/screenshots/svg.ts';
import { rowTitle } from '../helpers/row-title.ts';

const sgr = (parameters: string): string => `\u001b[${parameters}m`;

const styles: readonly (readonly [parameters: string, style: Partial<Style>])[] = [
  ['', {}],
  ['0', {}],
  ['1', { bold: true }],
  ['1;31', { bold: true, colour: '#e8707a' }],
  ['1;22', {}],
  ['2', { faint: true }],
  ['3', { italic: true }],
  ['3;23', {}],
  ['4', { underline: 'straight' }],
  ['4:3', { underline: 'curly' }],
  ['4:3;4:0', {}],
  ['4;24', {}],
  ['7', { reverse: true }],
  ['7;27', {}],
  ['32;39', {}],
  ['43', { background: '#e5c07b' }],
  ['43;49', {}],
  ['90', { colour: '#7f848e' }],
  ['107', { background: '#ffffff' }],
  ['38;5;9', { colour: '#ff8a94' }],
  ['38;5;16', { colour: '#000000' }],
  ['38;5;208', { colour: '#ff8700' }],
  ['48;5;255', { background: '#eeeeee' }],
  ['38;5;256', {}],
  ['38;2;1;2;255', { colour: '#0102ff' }],
  ['38;2;1;2;3;1', { colour: '#010203', bold: true }],
  ['38:2::1:2:3', { colour: '#010203' }],
  ['48:5:16', { background: '#000000' }],
  ['4:3;58:2::9:8:7', { underline: 'curly', underlineColour: '#090807' }],
  ['31;1;0', {}],
  ['99', {}],
];

test('escape sequences become colours', async (t) => {
  for (const [parameters, style] of styles) {
    await t.test(rowTitle(parameters), () => {
      const [[before, run] = []] = readScreen(`a${sgr(parameters)}b`);
      assert.deepEqual(before, { column: 0, text: 'a', style: PLAIN });
      assert.deepEqual(run, { column: 1, text: 'b', style: { ...PLAIN, ...style } });
    });
  }
  assert.equal(styles.length, 31);
});

test('a style continues in the next line, and columns count characters', () => {
  const lines = readScreen(`●${sgr('1')} x\n\ny`);
  assert.deepEqual(
    lines.map((runs) => runs.map(({ column, text, style }) => [column, text, style.bold])),
    [
      [
        [0, '●', false],
        [1, ' x', true],
      ],
      [],
      [[0, 'y', true]],
    ],
  );
});

test('a picture shows the screen', () => {
  const svg = screenSvg(
    `${sgr('41')}  <a & "b">${sgr('0')}  \n${sgr('4:3')}c${sgr('0')}`,
    'A & B',
    20,
  );
  const [, ...elements] = svg.split('\n').filter((line) => /^<(?:rect|text|path)/.test(line));
  assert.deepEqual(elements, [
    '<path d="M0 30H196" stroke="#3a3f4b"/>',
    '<text class="t" x="98" y="20">A &amp; B</text>',
    '<text x="30.8" y="57.5" textLength="75.6">&lt;a &amp; &quot;b&quot;&gt;</text>',
    '<text x="14" y="75.5" textLength="8.4">c</text>',
    '<path d="M14 78q1-2 2 0q1 2 2 0q1-2 2 0q1 2 2 0" fill="none" stroke="#d7dae0"/>',
  ]);
  assert.match(
    svg,
    /^<svg xmlns="[^"]+" width="196" height="94" viewBox="0 0 196 94" role="img" aria-label="A &amp; B">\n/,
  );
  assert.match(svg, /<rect width="196" height="94" rx="8" fill="#e8707a"\/>/);
});

test('every picture is there, and a document shows it', () => {
  const names = plans({}).map(({ name }) => `${name}.svg`);
  assert.equal(names.length, 6);
  const drawn = readdirSync('docs/images').filter((name) => /^(?:terminal|editor)-/.test(name));
  assert.deepEqual(drawn.toSorted(), names.toSorted());
  const pages = ['docs/rule-authors.md', 'docs/editors.md'].map((path) =>
    readFileSync(path, 'utf8'),
  );
  for (const name of names) {
    assert.ok(pages.join('').includes(`](images/${name})`), `No document shows ${name}`);
    const svg = readFileSync(`docs/images/${name}`, 'utf8');
    assert.ok(svg.length < 20_000 && /<text x/.test(svg) && svg.endsWith('</svg>\n'), name);
  }
});
