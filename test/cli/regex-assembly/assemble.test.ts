/** Regex-assembly files: what their lines become, what is wrong with them, and rules that differ from them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareExpressions } from '#compiler/cli/commands/assemble/compare-expressions.ts';
import { assemble } from '#compiler/cli/regex-assembly/assemble.ts';
import { readPatterns } from '#compiler/cli/regex-assembly/command-words.ts';
import { AssemblyError, readLines } from '#compiler/cli/regex-assembly/lines.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';

const INCLUDES: Readonly<Record<string, string>> = {
  methods: '##! methods\nGET\nPOST\n',
  words: 'cat@\nwho\nls~\n',
  except: 'who\n',
  library: '##!> define digit [0-9]\n##!> define two {{digit}}{2}\n',
  wrapped: '##!^ <\n##!$ >\na\nb\n',
  flagged: '##!+ i\na\n',
  round: '##!> include round\n',
};

const SETTINGS = `patterns:
  anti_evasion:
    unix: |
      ['"]*
  anti_evasion_suffix:
    unix: |
      [ <].*
  anti_evasion_no_space_suffix:
    unix: |
      [<>]+
`;

function assembled(...lines: readonly string[]): string {
  const read = readLines('a.ra', lines.join('\n'), (name) => {
    const text = INCLUDES[name];
    return text === undefined ? undefined : { path: `include/${name}.ra`, text };
  });
  return assemble(read, (shell) => readPatterns(SETTINGS, shell));
}

/** Lines, and an expression that matches the same. */
const files: readonly (readonly [lines: readonly string[], expression: string])[] = [
  [['one', 'two', '', '  ##! comment', 'two'], '(?:one|two)'],
  [['##!+ i', 'one'], '(?i)one'],
  [['##!+ si', 'one.'], '(?is)one.'],
  [['##!^ \\d*\\(', '##!^ x', 'a|b'], '\\d*\\(x(?:a|b)'],
  [['##!$ \\W*\\(', '##!$ x', 'a+b|c', 'd'], '(?:a+b|c|d)\\W*\\(x'],
  [['##!^ ^(.*(', '##!$ ))', 'a'], '^(.*(a))'],
  [
    ['##!> assemble', 'line1', '##!=>', '  ##!> assemble', 'ab', 'cd', '  ##!<', '##!<'],
    'line1(?:ab|cd)',
  ],
  [['##!> assemble', 'one', 'two', '##!=>', 'three', '##!<', 'five'], '(?:(?:one|two)three|five)'],
  [['##!> assemble', 'ab', '##!=< mine', '##!> assemble', '##!=> mine', '##!<', '##!<'], 'ab'],
  [['##!> assemble', 'ab', '##!=< mine', '##!<', '##!> assemble', '##!=> mine'], 'ab'],
  [
    [
      '##!> assemble',
      '/',
      '%2f',
      '##!=< slash',
      '##!=> slash',
      '\\.',
      '##!=>',
      '##!=> slash',
      '##!<',
    ],
    '(?:/|%2f)\\.(?:/|%2f)',
  ],
  [['##!> define slash [/\\x5c]', 'a{{slash}}b'], 'a[/\\x5c]b'],
  [['##!> include library', 'x{{two}}'], 'x[0-9]{2}'],
  [['##!> include methods', 'OPTIONS'], 'GET|POST|OPTIONS'],
  [['##!> include-except words except -- @ [\\s<] ~ ""'], 'cat[\\s<]|ls'],
  [['##!> include wrapped', 'c'], '<(?:a|b)>|c'],
  [['##!> cmdline unix', 'ls', "'w[c]", 'a\\.b', '##!<'], `l['"]*s|w[c]|a['"]*\\.['"]*b`],
  [
    ['##!> cmdline unix', 'ls@', 'ls~', 'x\\@', '##!<'],
    `l['"]*s['"]*[ <].*|l['"]*s['"]*[<>]+|x['"]*@`,
  ],
];

test('files and what they match', async (t) => {
  for (const [lines, expression] of files) {
    await t.test(lines.join(' / '), () => {
      const { kind } = compareExpressions(assembled(...lines), expression);
      assert.match(kind, /^same/, assembled(...lines));
    });
  }
  assert.equal(files.length, 18);
});

const mistakes: readonly (readonly [lines: readonly string[], message: RegExp])[] = [
  [['##!+ x'], /^a\.ra:1: Unknown flag x; there are i and s\.$/],
  [['a', '##!> include none'], /^a\.ra:2: There is no none\.ra in the folders include and exclude/],
  [['##!> include methods words'], /^a\.ra:1: include takes one file/],
  [
    ['##!> include words -- @ a b'],
    /^a\.ra:1: Expected pairs of a suffix and its replacement after --\.$/,
  ],
  [['##!> include round'], /^include\/round\.ra includes itself\.$/],
  [
    ['##!> include flagged'],
    /^include\/flagged\.ra:1: A file that is included must not set flags\.$/,
  ],
  [['a{{none}}'], /^a\.ra:1: \{\{none\}\} is not defined\.$/],
  [['##!> define a {{a}}', '{{a}}'], /^a\.ra:2: \{\{a\}\} names itself\.$/],
  [['a', '##!<'], /^a\.ra:2: This ##!< does not end a block\.$/],
  [['##!> assemble', '##!> assemble', 'a'], /^a\.ra:1: A block in this one has no end \(##!<\)\.$/],
  [['##!> resemble'], /^a\.ra:1: Unknown processor resemble; there are assemble, cmdline,/],
  [['##!> cmdline mac'], /^a\.ra:1: cmdline takes unix or windows\.$/],
  [
    ['##!> cmdline windows', 'dir', '##!<'],
    /^a\.ra:1: cmdline windows takes its patterns from toolchain\.yaml/,
  ],
  [
    ['##!> cmdline unix', 'a.b', '##!<'],
    /^a\.ra:2: Write \\\. for \.: the word is part of an expression\.$/,
  ],
  [
    ['##!> assemble', '##!=> mine', '##!<'],
    /^a\.ra:2: Nothing is stored as mine; stored so far: none\.$/,
  ],
  [['##!> assemble', 'a', '##!=<', '##!<'], /^a\.ra:3: ##!=< takes a name/],
];

test('mistakes, and where they are', async (t) => {
  for (const [lines, message] of mistakes) {
    await t.test(lines.join(' / '), () => {
      assert.throws(
        () => assembled(...lines),
        (error) => {
          assert.ok(error instanceof AssemblyError);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }
  assert.equal(mistakes.length, 16);
});

const pairs: readonly (readonly [left: string, right: string, kind: string])[] = [
  ['a|b', 'a|b', 'same text'],
  ['(?:POST|PUT|GET)', 'P(?:OS|U)T|GET', 'same matches'],
  ['(?i)abc', '[aA][bB][cC]', 'same matches'],
  ['a|b|c', 'a|b', 'differs'],
  ['x{2,4}$', 'x{2,3}$', 'same matches'],
  ['^x{2,4}$', '^x{2,3}$', 'differs'],
  ['(', 'a', 'error'],
];

test('do two expressions match the same?', async (t) => {
  for (const [left, right, kind] of pairs) {
    await t.test(`${left} and ${right}`, () => {
      assert.equal(compareExpressions(left, right).kind, kind);
    });
  }
  assert.equal(pairs.length, 7);
});

test('as a process: one expression, a comparison with rules, misuse', () => {
  const rule = (id: number, expression: string): string =>
    `SecRule ARGS "@rx ${expression}" "id:${id},phase:2,deny,chain"\n  SecRule ARGS "@rx z"\n`;
  const folder = folderWith({
    'ra/942001.ra': '##!+ i\nPOST\nPUT\n',
    'ra/942002.ra': '##!> include names\nc\n',
    'ra/942002-chain1.ra': 'z\n',
    'ra/942003.ra': 'a\n',
    'ra/include/names.ra': 'a\nb\n',
    'rules.conf': rule(942001, '(?i)P(?:OS|U)T') + rule(942002, 'a|b'),
    'bad/1.ra': 'a\n##!> nothing\n',
  });
  const one = portcullis(folder, ['assemble', 'ra/942001.ra']);
  assert.deepEqual([one.status, one.stdout], [0, '(?i)(?:POST|PUT)\n']);
  const all = portcullis(folder, ['assemble', 'ra/*.ra', '--entry', 'rules.conf']);
  assert.equal(all.status, 1, all.stderr);
  assert.match(all.stdout, /^ra\/942001\.ra: the rule matches the same of \d+ strings$/m);
  assert.match(all.stdout, /^ra\/942002\.ra: ".*c.*" is matched only by the file$/m);
  assert.match(all.stdout, /^ra\/942002-chain1\.ra: the rule matches the same/m);
  assert.match(all.stdout, /^ra\/942003\.ra: there is no rule 942003$/m);
  assert.match(
    all.stdout,
    /^4 files: 0 with the same text, 2 with the same matches, 1 that differ, 1 without a rule$/m,
  );
  const json = portcullis(folder, [
    'assemble',
    'ra/942001.ra',
    '--entry',
    'rules.conf',
    '--format',
    'json',
  ]);
  assert.equal(JSON.parse(json.stdout).files[0].comparison.kind, 'same matches');
  for (const words of [['bad/1.ra'], ['none.ra'], ['ra/942001.ra', '--format', 'x']]) {
    const { status, stderr } = portcullis(folder, ['assemble', ...words]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^error: /);
  }
});
