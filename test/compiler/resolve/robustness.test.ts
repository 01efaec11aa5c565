/** Rule files with mistakes anywhere give reports, never a crash; those without can be emitted. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { emit } from '#compiler/4-emit/emit.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { readDocument } from '../../behaviour/read-document.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { runs } from '../../helpers/runs.ts';

const RUNS = runs(300);

const folder = fileURLToPath(new URL('../../behaviour/', import.meta.url));
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readDocument(folder + name))
  .filter(({ exchanges }) => exchanges.length > 0)
  .map(({ rules }) => rules)
  .filter((rules) => rules.length < 3000);

/** What mistakes are made of. */
const piece = fc.constantFrom(
  ...[
    '',
    '"',
    "'",
    ',',
    ':',
    '|',
    '!',
    '&',
    '@',
    '%{',
    '}',
    '.',
    '=',
    '+',
    '/',
    '\\',
    '\n',
    ' ',
    '\t',
    '`',
    '\xff',
  ],
  ...[
    'chain',
    'id:1',
    'phase:5',
    'skipAfter:M',
    'ctl:',
    'setvar:',
    't:',
    'block',
    'SecRule',
    'SecAction',
    'SecMarker M',
  ],
);
const mistake = fc.record({ at: fc.nat(), length: fc.nat(6), piece });

test('random mistakes never throw', () => {
  let compiled = 0;
  let refused = 0;
  assert.ok(texts.length > 120);
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(mistake, { minLength: 1, maxLength: 2 }),
      (text, mistakes) => {
        const broken = mistakes.reduce(spoil, text);
        const { program, diagnostics } = compileText(broken);
        for (const diagnostic of diagnostics)
          assert.match(formatDiagnostic(diagnostic), /^\S+:\d+:\d+: /);
        assert.equal(
          program === undefined,
          diagnostics.some(({ severity }) => severity === 'error'),
        );
        if (program === undefined) refused += 1;
        else compiled += emit(program).length > 0 ? 1 : 0;
      },
    ),
    { seed: 20261121, numRuns: RUNS },
  );
  assert.equal(compiled + refused, RUNS);
  assert.ok(Math.min(compiled, refused) > RUNS / 30, `${compiled} compiled, ${refused} refused`);
});

function spoil(
  text: string,
  { at, length, piece: put }: { at: number; length: number; piece: string },
): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + put + text.slice(start + length);
}
