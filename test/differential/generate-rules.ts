/** Generated rules that share few words, so that generated values match some of them and nearly match others. */
import fc, { type Arbitrary } from 'fast-check';
import { transformations } from '#compiler/language/transformations/index.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type GeneratedRules = {
  readonly text: string;
  /** What their operators look for. */
  readonly words: readonly ByteString[];
};

/** Words with bytes that transformations change. */
const WORDS: readonly ByteString[] = [
  ...[')$', '--', '/*', '..', "' ", ';\t', '<a', '\xe9\xc9', '%3', 'ab', 'or'],
  ...['cat', 'Dog', '<b>', '/etc', 'x\\x', '$IFS', 'UNION', 'select', 'on error=', 'http://'],
  ...['\x01\x02\x03\x04', '&lt;', '0x41', '&#x3c;', '..\\..', 'a b  c', 'Zq9_k-7', '\xc3\xa9'],
];
const ALPHABETS = [
  'ab',
  'abcdef',
  'aAbB -',
  ')$<>;',
  "\0\x01\t\n '",
  '\xe9\xc9\xff\x80ab',
  '0123af',
];

/** How short words are decides how the prefilter looks for them. */
const word = (least: number): Arbitrary<ByteString> =>
  fc.oneof(
    fc.constantFrom(...WORDS.filter(({ length }) => length >= least)),
    fc
      .constantFrom(...ALPHABETS)
      .chain((alphabet) =>
        fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: least + 6 }),
      ),
  );

const words = fc
  .constantFrom(2, 2, 3, 4, 6)
  .chain((least) => fc.array(word(least), { minLength: 1, maxLength: 12 }));

const SETS = [
  '.',
  '\\s',
  '\\w',
  '\\d',
  '[^a-z]',
  '[<>;]',
  '[a-f0-9]',
  '[^\\n]',
  '\\W',
  '[\\s\\x0b/]',
];
const REPEATS = ['*', '+', '?', '{1,3}', '{2}', '*?', '+?', '{2,}', '{0,4}', '++'];

const set = fc.tuple(fc.constantFrom(...SETS), fc.constantFrom('', '', ...REPEATS)).map(joined);
const anchor = fc.constantFrom('\\b', '^', '$', '(?i)', '(?m)', '\\B', '\\A', '\\z');
const look = fc
  .tuple(fc.constantFrom('(?=', '(?!', '(?<!', '(?<='), fc.constantFrom('a', ';', '[<>]', '\\d'))
  .map(([head, text]) => `${head}${text})`);

function expressionOf(literal: Arbitrary<string>): Arbitrary<string> {
  const choice = fc
    .tuple(
      fc.constantFrom('(', '(?:', '(?i:', '(?>'),
      fc.array(fc.oneof(literal, set), { minLength: 1, maxLength: 4 }),
    )
    .map(([head, branches]) => `${head}${branches.join('|')})`);
  const term = fc.oneof(
    { weight: 6, arbitrary: literal },
    { weight: 3, arbitrary: set },
    { weight: 2, arbitrary: choice },
    { weight: 1, arbitrary: fc.tuple(choice, fc.constantFrom(...REPEATS)).map(joined) },
    { weight: 1, arbitrary: anchor },
    { weight: 1, arbitrary: look },
  );
  return fc.array(term, { minLength: 1, maxLength: 5 }).map(joined);
}

const TEXT_OPERATORS = [
  '@contains',
  '@strmatch',
  '@beginsWith',
  '@endsWith',
  '@containsWord',
  '@within',
];

function operatorOf(chosen: readonly ByteString[]): Arbitrary<string> {
  const expression = expressionOf(fc.constantFrom(...chosen.map(escaped)));
  const plain = chosen.filter((text) => !/[^!-~\x80-\xff]|[\\"%|!@]/.test(text));
  const phrase = fc.constantFrom('cat', 'dog', ...plain);
  return fc.oneof(
    { weight: 9, arbitrary: expression.map((text) => `@rx ${text}`) },
    {
      weight: 2,
      arbitrary: fc
        .array(phrase, { minLength: 1, maxLength: 5 })
        .map((phrases) => `@pm ${phrases.join(' ')}`),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...TEXT_OPERATORS), phrase).map((two) => two.join(' ')),
    },
    { weight: 1, arbitrary: fc.constantFrom('@detectSQLi', '@detectXSS', '@validateUtf8Encoding') },
  );
}

const TARGETS = [
  ...['ARGS', 'ARGS', 'ARGS:a', 'ARGS_NAMES', 'ARGS|REQUEST_BODY', 'ARGS|!ARGS:a', 'REQUEST_BODY'],
  ...['ARGS|XML:/*', 'ARGS|FILES|ARGS_NAMES', 'ARGS_POST:/^a/'],
];

function ruleOf(chosen: readonly ByteString[]): Arbitrary<string> {
  return fc
    .record({
      targets: fc.constantFrom(...TARGETS),
      not: fc.constantFrom('', '', '', '', '!'),
      operator: operatorOf(chosen),
      steps: fc.array(fc.constantFrom(...transformations.keys()), { maxLength: 4 }),
      multiMatch: fc.constantFrom('', '', ',multiMatch'),
    })
    .map(({ targets, not, operator, steps, multiMatch }) => {
      const list = ['none', ...steps].map((name) => `t:${name}`).join(',');
      const actions = `phase:2,pass,log,capture,${list}${multiMatch},logdata:'%{TX.0} %{TX.1}'`;
      return `SecRule ${targets} "${not}${operator}" "id:N,${actions}"`;
    });
}

/** Rules of phase 2, each of which logs what it matches. The compiler may refuse one of them. */
export const randomRules: Arbitrary<GeneratedRules> = words.chain((chosen) =>
  fc.array(ruleOf(chosen), { minLength: 1, maxLength: 30 }).map((rules) => ({
    text: [
      ...['SecRuleEngine On', 'SecRequestBodyAccess On'],
      ...rules.map((rule, index) => rule.replace('"id:N,', `"id:${index + 1},`)),
    ].join('\n'),
    words: chosen,
  })),
);

function joined(parts: readonly string[]): string {
  return parts.join('');
}

/** Returns an expression for the text, without any byte that has a meaning in it or in a rule file. */
function escaped(text: ByteString): string {
  return text.replace(
    /[^A-Za-z0-9]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
