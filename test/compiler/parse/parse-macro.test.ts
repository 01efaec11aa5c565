import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ParsedMacro, parseMacro } from '#compiler/1-parse/parse-macro.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';

/** Literals as they are, variables as `<NAME>` or `<NAME key>`, faults as `message @index`. */
function show(macro: ParsedMacro): string {
  const { errors } = macro;
  if (errors.length > 0)
    return errors.map(({ message, index }) => `${message} @${index}`).join(' ');
  const parts = macro.parts.map((part) => {
    if (part.kind === 'Literal') return `"${part.text}"`;
    return part.key === undefined ? `<${part.name}>` : `<${part.name} ${part.key}>`;
  });
  return parts.join(' ');
}

const cases: readonly (readonly [text: string, shown: string])[] = [
  ['', ''],
  ['plain', '"plain"'],
  ['100% of %a %%', '"100% of %a %%"'],
  ['%{tx.score}', '<TX score>'],
  ['%{MATCHED_VAR}', '<MATCHED_VAR>'],
  ['a %{tx.A_b} b%{rule.id}', '"a " <TX A_b> " b" <RULE id>'],
  ['%{a}%{b}', '<A> <B>'],
  ['%%{a}}', '"%" <A> "}"'],
  ['%{tx.a.b-c[0]}', '<TX a.b-c[0]>'],
  ['%{REQUEST_HEADERS.User-Agent}', '<REQUEST_HEADERS User-Agent>'],
  ['\xa0%{tx.1}\xff', '"\xa0" <TX 1> "\xff"'],
  ['%{', 'The macro has no closing brace. @0'],
  ['ab%{tx.a', 'The macro has no closing brace. @2'],
  ['%{}', 'The macro does not name a variable. @0'],
  ['x%{.a}', 'The macro does not name a variable before the dot. @3'],
  ['%{tx.}', 'The macro does not name a key after the dot. @4'],
  ['%{tx.a.}', 'The macro does not name a key after the dot. @6'],
  ['%{a}%{tx a}', 'A macro may contain only letters, digits and . _ - [ ]. @8'],
  ['%{tx.%{a}}', 'A macro may contain only letters, digits and . _ - [ ]. @5'],
  ['%{ARGS:a}', 'A macro may contain only letters, digits and . _ - [ ]. @6'],
  [
    '%{} %{tx.} %{a} %{',
    'The macro does not name a variable. @0 The macro does not name a key after the dot. @8 The macro has no closing brace. @16',
  ],
  [
    '%{a %{b c}%{.d}',
    'A macro may contain only letters, digits and . _ - [ ]. @3 A macro may contain only letters, digits and . _ - [ ]. @7 ' +
      'The macro does not name a variable before the dot. @12',
  ],
];

test('macro strings fall into literals and variables', () => {
  for (const [text, shown] of cases) assert.equal(show(parseMacro(text)), shown, text);
  assert.ok(cases.length >= 22);
});

test('long macro strings take linear time', () => {
  const took = cpuMilliseconds(() => {
    for (const unit of ['%{a}', '%{a.', '%', '%{', '%{}', '.']) parseMacro(unit.repeat(200_000));
    parseMacro(`%{a${'.'.repeat(200_000)}}`);
  });
  assert.ok(took < 2000, `${took} ms`);
});
