import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { runs } from '../../helpers/runs.ts';
import { parseText } from './summarize.ts';

const RUNS = runs(700);

const names = fc.constantFrom(
  ...[
    'SecRule',
    'SecAction',
    'SecMarker',
    'SecDataset a',
    'SecRuleRemoveById',
    'Include',
    'SecFoo',
  ],
  ...[
    'SecRule ARGS',
    'SecRule ARGS "x"',
    'SecRuleUpdateTargetById 1',
    'SecRuleUpdateActionById 1',
    '',
  ],
);
const words = fc.constantFrom(
  ...[
    'ARGS',
    'XML',
    ':',
    '/',
    '|',
    ',',
    '!',
    '&',
    '@rx',
    '@',
    "'",
    '"',
    '\\',
    '\\"',
    '`',
    '#',
    '%{',
  ],
  ...[
    ' ',
    ' "',
    '\t',
    '\r',
    '\\\n',
    '\\ \n\n',
    'id:1',
    'msg:',
    'a',
    '1',
    '\xa0',
    '\0',
    '\xff',
    '☃',
  ],
);
const lines = fc.tuple(names, fc.array(words, { maxLength: 12 }));

test('any text parses without a throw, and spans lie in it', () => {
  let directives = 0;
  let diagnostics = 0;
  const property = fc.property(fc.array(lines, { maxLength: 6 }), (parts) => {
    const input = parts.map(([name, rest]) => `${name} ${rest.join('')}`).join('\n');
    const outcome = parseText(input);
    for (const { span } of outcome.directives) {
      assert.ok(0 <= span.start && span.start < span.end && span.end <= input.length, input);
    }
    directives += outcome.directives.length;
    diagnostics += outcome.diagnostics.length;
  });
  fc.assert(property, { seed: 5, numRuns: RUNS });
  assert.ok(directives > RUNS && diagnostics > RUNS, `${directives}, ${diagnostics}`);
});

test('any bytes parse without a throw', () => {
  const bytes = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(bytes, (input) => void parseText(input)),
    { seed: 6, numRuns: RUNS },
  );
});

/** As rules are written, with every construct of the language. */
const rules = [
  'SecRule REQUEST_COOKIES|!REQUEST_COOKIES:/__utm/|REQUEST_COOKIES_NAMES|ARGS_NAMES|ARGS|XML:/* "@rx (?i)\\bunion\\b.{1,100}?\\bselect\\b" \\\n' +
    '    "id:1001,\\\n    phase:2,\\\n    block,\\\n    capture,\\\n    t:none,t:urlDecodeUni,\\\n' +
    "    msg:'It\\'s SQL, maybe',\\\n    logdata:'Matched Data: %{TX.0} within %{MATCHED_VAR_NAME}',\\\n" +
    "    severity:'CRITICAL',\\\n    setvar:'tx.score=+%{tx.critical}'\"",
  'SecRule &TX:a "@eq 0" \\\n    "id:1002,\\\n    phase:1,\\\n    pass,\\\n    nolog,\\\n    setvar:\'tx.a=1\'"',
  'SecRule REQUEST_HEADERS:User-Agent "@pmFromFile agents.data" \\\n    "id:1003,phase:1,deny,status:403,chain"',
  'SecAction "id:1004,phase:1,nolog,pass,ctl:ruleRemoveTargetById=1001;ARGS:a"',
  'SecRuleUpdateTargetById 1001 "!ARGS:/^a\\/b/"',
];
const inserted = fc.constantFrom(
  '"',
  "'",
  '\\',
  '|',
  ':',
  ',',
  ' ',
  '@',
  '!',
  '/',
  '#',
  '`',
  'x',
  '\t',
);

test('one wrong char is at most one mistake, and the next directive is read', () => {
  let mistakes = 0;
  const property = fc.property(
    fc.constantFrom(...rules),
    fc.nat(1000),
    fc.option(inserted, { nil: '' }),
    (rule, place, char) => {
      // Not behind the last char: a backslash there makes the next line part of this one.
      const at = place % rule.length;
      // A # that starts a line makes it a comment, and the continuation before it goes on.
      fc.pre(char !== '#' || !/\n *$/.test(rule.slice(0, at)));
      const input = rule.slice(0, at) + char + rule.slice(at + (char === '' ? 1 : 0));
      const { summaries, diagnostics } = parseText(`${input}\nSecMarker AFTER\n`);
      assert.equal(summaries.at(-1), 'SecMarker {AFTER}', input);
      const errors = diagnostics.filter((text) => text.includes(': error: '));
      assert.ok(errors.length <= 1, `${input}\n${errors.join('\n')}`);
      mistakes += errors.length;
    },
  );
  fc.assert(property, { seed: 8, numRuns: RUNS });
  assert.ok(mistakes > RUNS / 8, `only ${mistakes}`);
});

const many = 100_000;
const long: readonly (readonly [name: string, input: string])[] = [
  ['escaped quotes', `SecRule ARGS "@rx ${'\\"'.repeat(many)}" "id:1"`],
  ['escaped quotes, not closed', `SecRule ARGS "@rx ${'\\"'.repeat(many)}`],
  ['double quotes', `SecRule ARGS ${'"'.repeat(many)}`],
  ['single quotes', `SecAction "msg:${"'a".repeat(many + 1)}"`],
  ['commas', `SecAction "id:1${','.repeat(many)}"`],
  ['slashes', `SecRule ARGS:'${'/'.repeat(many)} "x"`],
  ['open selectors', `SecRule "${"ARGS:'/x|".repeat(many)} "x"`],
  ['targets', `SecRuleUpdateTargetById 12 ${'A|'.repeat(many)}X`],
  ['fields', `SecRuleUpdateTargetById ${'12 '.repeat(many)}X`],
  ['blanks', `SecRule${' '.repeat(many)}ARGS${' '.repeat(many)}"${' '.repeat(many)}x" # `],
  ['blanks before a comment', `SecRuleUpdateTargetById 1 A${' '.repeat(many)}# c`],
  ['continuations', `SecAction "id:1,\\\n${'t:none,\\\n'.repeat(many / 10)}pass"`],
  ['comments in a continuation', `SecAction "id:1,\\\n${'# c \\\n'.repeat(many)}pass"`],
  ['backslashes in a comment', `# ${'\\ '.repeat(many)}\n`],
  ['a data set', `SecDataset x \`\n${'a\n'.repeat(many)}\``],
  ['backticks', `SecDataset x ${'`'.repeat(many)}`],
  ['broken lines', 'SecRule ARGS:\n'.repeat(many / 100)],
];

test('long lines and many lines take linear time', async (t) => {
  for (const [name, input] of long) {
    await t.test(rowTitle(name), () => {
      const took = cpuMilliseconds(() => parseText(input));
      assert.ok(took < 5000, `${name}: ${Math.round(took)} ms`);
    });
  }
  assert.equal(long.length, 17);
});
