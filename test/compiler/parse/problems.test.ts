import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as problems from '#compiler/1-parse/problems.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { parseText } from './summarize.ts';

/** Every problem once, exactly as authors see it. */
const shown: readonly (readonly [input: string, ...lines: string[]])[] = [
  [
    '<IfModule x>\nSecAction "id:1"',
    'a.conf:1:1: error: Expected a directive name. [bad-directive-name]',
    '  <IfModule x>',
    '  ^^^^^^^^^',
    '  hint: Sections of Apache are not read. Remove the line; what is in the section then always applies.',
  ],
  [
    'SecRule ARGS "x" chain\nSecRule ARGS "y"',
    'a.conf:1:18: warning: The action is not in double quotes. [bare-action]',
    '  SecRule ARGS "x" chain',
    '                   ^^^^^',
    '  hint: Portcullis and ModSecurity accept a single word without them. Coraza does not load the rule.',
  ],
  [
    '#SecAction \\\n  "id:1,\\\n  pass"\nSecMarker A',
    'a.conf:1:12: notice: The rule in this comment continues on the next line: the continuation lines are comments too. [continued-comment]',
    '  #SecAction \\',
    '             ^',
    '  hint: Coraza reads them as directives. Put a # before each of them.',
  ],
  [
    '# one\r\tSecMarker A\x1b[1m\x9f',
    'a.conf:1:6: error: A carriage return alone does not end a line: the directive after it is part of this line. [carriage-return]',
    '  # one? SecMarker A?[1m\x9f',
    '       ^',
    '  hint: Save the file with LF or CRLF at the ends of its lines.',
  ],
  [
    'SecRule',
    'a.conf:1:8: error: Expected a variable name, but the directive ends here. [missing-argument]',
    '  SecRule',
    '         ^',
  ],
  [
    'SecRule ARGS||TX "x"',
    'a.conf:1:14: error: Expected a variable name, found `|`. [unexpected-text]',
    '  SecRule ARGS||TX "x"',
    '               ^',
  ],
  [
    'SecRule "ARGS TX" "x"',
    'a.conf:1:14: error: Expected | or the closing quote, found a blank. [unexpected-text]',
    '  SecRule "ARGS TX" "x"',
    '               ^',
  ],
  [
    'SecRule ARGS "x" "id:1" "pass"',
    'a.conf:1:25: error: Unexpected text after the end of the directive. [text-after-directive]',
    '  SecRule ARGS "x" "id:1" "pass"',
    '                          ^^^^^^',
    '  hint: Put an argument with blanks in quotes.',
  ],
  [
    'SecRuleEngine On # not here',
    'a.conf:1:18: error: A comment cannot follow a directive on the same line. [trailing-comment]',
    '  SecRuleEngine On # not here',
    '                   ^^^^^^^^^^',
    '  hint: Put the comment on its own line, or quote an argument that starts with #.',
  ],
  [
    'SecRule ARGS "x \\\n  "id:1,pass',
    'a.conf:2:4: error: The action list must be in double quotes. [unquoted-actions]',
    '    "id:1,pass',
    '     ^^',
    '  hint: Add the quotes, or balance those before it: inside quotes, write \\" for ".',
  ],
  [
    `SecRule ARGS "x" \\\n  "id:1,\\\n  msg:'it's so',\\\n  pass"`,
    'a.conf:3:15: error: This quote is never closed. [unclosed-quote]',
    "    msg:'it's so',\\",
    '                ^',
    '  hint: Put a backslash before a quote inside a string, and at the end of each line that continues.',
  ],
  [
    `SecRule ARGS:'a "x"`,
    'a.conf:1:13: error: This quote is never closed. [unclosed-quote]',
    `  SecRule ARGS:'a "x"`,
    '              ^^^',
    '  hint: Close it, and put double quotes around a list that contains blanks.',
  ],
  [
    'SecRule ARGS:/a|b "@rx c/d"',
    'a.conf:1:13: error: The regular expression of this selector has no closing slash. [unclosed-pattern]',
    '  SecRule ARGS:/a|b "@rx c/d"',
    '              ^^^^^',
    '  hint: Write \\/ for a slash in the expression. Put double quotes around a list that contains blanks.',
  ],
  [
    'SecRule ARGS:|TX "x"',
    'a.conf:1:13: error: Expected a selector after the colon. [missing-selector]',
    '  SecRule ARGS:|TX "x"',
    '              ^',
    '  hint: Remove the colon to inspect the whole collection.',
  ],
  [
    'SecRule ARGS "!@ x"',
    'a.conf:1:14: error: Expected the name of an operator after the @. [missing-operator-name]',
    '  SecRule ARGS "!@ x"',
    '               ^^^',
    '  hint: Write the name directly after the @, for example @rx.',
  ],
  [
    'SecRule ARGS " @contains x"',
    'a.conf:1:14: warning: An @ after a blank does not name an operator: this argument is a regular expression for @rx. [blank-before-operator]',
    '  SecRule ARGS " @contains x"',
    '               ^^^^^^^^^^^^^^',
    '  hint: Remove the blank before the @, or write @rx if an expression is intended.',
  ],
  [
    'SecAction "id:1,\\\n  pass,,\\\n  "',
    'a.conf:2:7: error: Expected an action at this comma. [missing-action]',
    '    pass,,\\',
    '        ^^',
    '  hint: Remove the comma.',
  ],
  [
    'SecRule ARGS "x"y" "id:1"',
    'a.conf:1:17: error: The action list must be in double quotes. [unquoted-actions]',
    '  SecRule ARGS "x"y" "id:1"',
    '                  ^',
    '  hint: Add the quotes, or balance those before it: inside quotes, write \\" for ".',
  ],
  [
    'SecDataset x `\na\nb',
    'a.conf:1:14: error: This data set is never closed. [unclosed-dataset]',
    '  SecDataset x `',
    '               ^',
    '  hint: Close it with a backtick as the first character of its own line.',
  ],
  [
    'SecAction "id:1,\\\n  pass" \\',
    'a.conf:2:9: error: The file ends inside a directive. [open-continuation]',
    '    pass" \\',
    '          ^',
    '  hint: Remove the backslash, or add the lines that should follow it.',
  ],
  [
    'SecRule ARGS "x"\n  "id:1,\n  pass"\nSecMarker A',
    'a.conf:1:16: error: The directive continues on the next line, but this line does not end with a backslash. [missing-backslash]',
    '  SecRule ARGS "x"',
    '                 ^',
    '  hint: End every line of a directive except the last with a backslash.',
    'a.conf:2:8: error: The directive continues on the next line, but this line does not end with a backslash. [missing-backslash]',
    '    "id:1,',
    '         ^',
    '  hint: End every line of a directive except the last with a backslash.',
  ],
  [
    'SecAction \\\n  "id:1" \\\n\nSecMarker A',
    'a.conf:2:10: error: The directive ends here, but this backslash joins the next directive to it. [stray-backslash]',
    '    "id:1" \\',
    '           ^',
    '  hint: Remove the backslash: the last line of a directive has none.',
  ],
  [
    '# one \\\n  # two \\  \nSecMarker A',
    'a.conf:2:9: warning: A comment does not continue on the next line: the next directive is in force. [comment-continuation]',
    '    # two \\  ',
    '          ^',
    '  hint: ModSecurity reads the next line as part of the comment. Remove the backslash.',
  ],
];

test('every problem is shown with its place, its line and a hint', async (t) => {
  for (const [input, ...lines] of shown) {
    await t.test(rowTitle(input), () => {
      assert.equal(parseText(input).diagnostics.join('\n'), lines.join('\n'), input);
    });
  }
  assert.equal(shown.length, 23);
  const codes = shown.map(([, first = '']) => /\[([a-z-]+)\]$/.exec(first)?.[1]);
  assert.deepEqual([...new Set(codes)].sort(), Object.keys(problems).map(kebab).sort());
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Each is one mistake: one diagnostic, no node, and the directive after it is read. */
const broken: readonly (readonly [input: string, place: string, code: string])[] = [
  ['SecRule ARGS', '1:13', 'missing-argument'],
  ['SecRule ARGS ', '1:13', 'missing-argument'],
  ['SecRule "ARGS" ', '1:15', 'missing-argument'],
  ['SecRule "ARGS', '1:9', 'unclosed-quote'],
  ['SecRule |ARGS "x"', '1:9', 'unexpected-text'],
  ['SecRule ARGS| "x"', '1:15', 'unexpected-text'],
  ['SecRule "" "x"', '1:10', 'unexpected-text'],
  ['SecRule !&ARGS "x"', '1:10', 'unexpected-text'],
  ['SecRule ! "x"', '1:11', 'unexpected-text'],
  ['SecRule ARGS:/a/b "x"', '1:17', 'unexpected-text'],
  ['SecRule "ARGS:/a" "x"', '1:14', 'unclosed-pattern'],
  [`SecRule ARGS:'/a' "x"`, '1:13', 'unclosed-pattern'],
  ['SecRule ARGS:', '1:13', 'missing-selector'],
  ['SecRule ARGS "x', '1:14', 'unclosed-quote'],
  ['SecRule ARGS "x\\"', '1:14', 'unclosed-quote'],
  ['SecRule ARGS @', '1:14', 'missing-operator-name'],
  ['SecRule ARGS x y,z', '1:16', 'unquoted-actions'],
  ['SecRule ARGS x id:1, chain', '1:16', 'unquoted-actions'],
  ['SecRule ARGS x chain pass', '1:16', 'unquoted-actions'],
  [`SecRule ARGS x chain "id:1"`, '1:16', 'unquoted-actions'],
  ['SecRule ARGS "x" "id:1', '1:18', 'unclosed-quote'],
  ['SecRule ARGS "x" ",id:1"', '1:19', 'unexpected-text'],
  ['SecRule ARGS "x" "id:1" pass', '1:25', 'text-after-directive'],
  ['SecRule ARGS "x" "id:1"#', '1:24', 'trailing-comment'],
  ['SecRule"ARGS" "x"', '1:1', 'bad-directive-name'],
  [`SecRule ARGS "x" "id:1,'pass'"`, '1:24', 'unexpected-text'],
  ['SecRule ARGS "x" ":1"', '1:19', 'unexpected-text'],
  ['SecAction', '1:10', 'missing-argument'],
  ['SecAction id:1 pass', '1:16', 'unquoted-actions'],
  [`SecAction "id:1,msg:'a"`, '1:21', 'unclosed-quote'],
  ["SecAction 'id:1'", '1:11', 'unexpected-text'],
  ['SecMarker', '1:10', 'missing-argument'],
  ['SecMarker "A', '1:11', 'unclosed-quote'],
  ['SecMarker "A" B', '1:15', 'text-after-directive'],
  ['SecMarker A # b', '1:13', 'trailing-comment'],
  ['Include', '1:8', 'missing-argument'],
  ['SecRuleRemoveById', '1:18', 'missing-argument'],
  ['SecRuleRemoveById # 1', '1:19', 'trailing-comment'],
  ['SecRuleRemoveByTag', '1:19', 'missing-argument'],
  ['SecRuleUpdateTargetById', '1:24', 'missing-argument'],
  ['SecRuleUpdateTargetById 12', '1:25', 'unexpected-text'],
  ['SecRuleUpdateTargetById 12 "ARGS', '1:28', 'unclosed-quote'],
  ['SecRuleUpdateTargetById 12 !', '1:29', 'missing-argument'],
  ['SecRuleUpdateTargetById 12 ARGS # b', '1:33', 'trailing-comment'],
  ['SecRuleUpdateActionById 12', '1:25', 'unexpected-text'],
  ['SecRuleUpdateActionById 12 "pass', '1:28', 'unclosed-quote'],
  ['SecDataset', '1:11', 'missing-argument'],
  ['SecDataset x', '1:13', 'missing-argument'],
  ['SecDataset x y', '1:14', 'unexpected-text'],
  ['SecDataset x `a` b', '1:18', 'text-after-directive'],
  ['SecFoo a "b', '1:10', 'unclosed-quote'],
  ['phase:2,pass"', '1:1', 'bad-directive-name'],
  ['SecAction "id:1,\\\n pass\n:phase:2\\\n,deny\n"x', '1:11', 'unclosed-quote'],
];

test('a broken directive is one diagnostic, and the next one is read', async (t) => {
  for (const [input, place, code] of broken) {
    await t.test(rowTitle(input), () => {
      const { summaries, diagnostics } = parseText(`${input}\nSecMarker AFTER`);
      assert.deepEqual(summaries, ['Broken', 'SecMarker {AFTER}'], input);
      assert.equal(diagnostics.length, 1, input);
      const [first = ''] = (diagnostics[0] ?? '').split('\n');
      assert.ok(first.startsWith(`a.conf:${place}: error: `), `${input}: ${first}`);
      assert.ok(first.endsWith(` [${code}]`), `${input}: ${first}`);
    });
  }
  assert.ok(broken.length > 50);
});

test('what a lost backslash cuts off is read with the directive', () => {
  const { summaries, diagnostics } = parseText(
    'SecRule ARGS "x" \\\n "id:1,\\\n  phase:2,\n  t:none,\\\n  pass"\n\nSecMarker AFTER',
  );
  assert.deepEqual(summaries, [
    'SecRule ARGS @rx{x} id{1} phase{2} t{none} pass',
    'SecMarker {AFTER}',
  ]);
  assert.equal(diagnostics.length, 1);
  assert.match(diagnostics[0] ?? '', /^a\.conf:3:10: .*\[missing-backslash\]/);
});

test('a directive that a backslash runs into another one is read by itself', () => {
  const { summaries, diagnostics } = parseText(
    'SecAction "id:1,\\\n  pass,\\\nSecAction "id:2,pass" \\\n\nSecMarker AFTER',
  );
  assert.deepEqual(summaries, ['Broken', 'SecAction id{2} pass', 'SecMarker {AFTER}']);
  assert.deepEqual(
    diagnostics.map((text) => text.replace(/\n[\s\S]*/, '')),
    [
      'a.conf:1:11: error: This quote is never closed. [unclosed-quote]',
      'a.conf:3:23: error: The directive ends here, but this backslash joins the next directive to it. [stray-backslash]',
    ],
  );
});

test('surplus commas are reported, and the directive is kept', () => {
  const { summaries, diagnostics } = parseText('SecAction "id:1,,phase:2, ,pass,"');
  assert.deepEqual(summaries, ['SecAction id{1} phase{2} pass']);
  assert.deepEqual(
    diagnostics.map((text) => /^a\.conf:1:(\d+): .*\[missing-action\]/.exec(text)?.[1]),
    ['16', '25', '32'],
  );
});

/** Codes with their lines and columns. */
function codesIn(text: string): readonly string[] {
  return parseText(text).diagnostics.map((shown) => {
    const [, location, code] = /^a\.conf:(\d+:\d+): .*\[([\w-]+)\]/.exec(shown) ?? [];
    return `${location} ${code}`;
  });
}

const lineEnds: readonly (readonly [title: string, text: string, codes: readonly string[]])[] = [
  [
    'a file with carriage returns alone has one mistake',
    'SecAction "id:1\rSecMarker A\rSecRule',
    ['1:16 carriage-return'],
  ],
  [
    'in a file with other line ends the lines are read',
    'SecAction "id:1"\n# a\rSecMarker A\nSecRule',
    ['2:4 carriage-return', '3:8 missing-argument'],
  ],
  [
    'a commented-out rule may continue in comments',
    '#SecAction \\\n# "id:1,\\\n# pass"\nSecMarker A',
    [],
  ],
  [
    'and be continued by what is no comment after them',
    '#SecAction \\\n# "id:1,\\\n  pass"\nSecMarker A',
    ['1:12 continued-comment'],
  ],
  [
    'backslashes are missing on up to eight lines',
    `SecAction "id:1\n${',t:none\n'.repeat(7)},pass"\n`,
    Array.from({ length: 8 }, (_, line) => `${line + 1}:${line === 0 ? 15 : 7} missing-backslash`),
  ],
  [
    'on more lines the directive is broken',
    `SecAction "id:1\n${',t:none\n'.repeat(8)},pass"\n`,
    ['1:11 unclosed-quote'],
  ],
  [
    'a section of Apache is a mistake of its own, also after a broken line',
    'SecAction "id:1\n</IfModule>\nSecMarker A',
    ['1:11 unclosed-quote', '2:1 bad-directive-name'],
  ],
];

test('line ends, comments and sections', async (t) => {
  for (const [title, text, codes] of lineEnds) {
    await t.test(rowTitle(title), () => assert.deepEqual(codesIn(text), codes));
  }
  assert.equal(lineEnds.length, 7);
});

test('a directive after surplus backslashes spans its own lines', () => {
  const { directives, diagnostics } = parseText('SecAction "id:1" \\\n\\\nSecMarker B');
  assert.deepEqual(
    directives.map(({ span: { source, start, end } }) => source.text.slice(start, end)),
    ['SecAction "id:1"', 'SecMarker B'],
  );
  assert.equal(diagnostics.length, 1);
});
