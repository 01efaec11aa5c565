/** Canonical layout: what changes, what stays, and that no meaning does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '#compiler/1-parse/parse.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { formatFile } from '#compiler/format/format-file.ts';
import { sameMeaning } from '#compiler/format/same-meaning.ts';
import { rowTitle } from '../helpers/row-title.ts';

/** Formatted twice: the second time must change nothing. */
function format(text: string): string {
  const once = formatFile({ path: 'rules.conf', text });
  assert.ok(once.kind === 'Ok', text);
  const twice = formatFile({ path: 'rules.conf', text: once.text });
  assert.ok(twice.kind === 'Ok');
  assert.equal(twice.text, once.text);
  return once.text;
}

test('a rule: names, order, one action a line, transformations together', () => {
  assert.equal(
    format(
      `  secrule  args|!Args:X , request_headers:User-Agent  "@RX  a b "  "deny, T:None,t:urldecodeuni,MSG:a b,id:'1' , tag:x,SETVAR:tx.a=1,phase:2,status:'403',SKIPAFTER:END,multimatch"`,
    ),
    `SecRule ARGS|!ARGS:X|REQUEST_HEADERS:User-Agent "@rx a b " \\
    "id:1,\\
    phase:2,\\
    deny,\\
    status:403,\\
    t:none,t:urlDecodeUni,\\
    msg:'a b',\\
    tag:'x',\\
    multiMatch,\\
    setvar:'tx.a=1',\\
    skipAfter:END"
`,
  );
});

test('chains are indented, comments and blank lines stay', () => {
  assert.equal(
    format(`# head\r
\r
\r
SecRule A "@eq 1" "id:1,chain"\r
# between  \r
SecRule B "@eq 2" "chain"
    # inside
  SecRule C "@eq 3"\t
SecRule D "@eq 4" "id:2"

# end`),
    `# head


SecRule A "@eq 1" \\
    "id:1,\\
    chain"
# between
    SecRule B "@eq 2" \\
        "chain"
    # inside
        SecRule C "@eq 3"
SecRule D "@eq 4" \\
    "id:2"

# end
`,
  );
});

const lines: readonly (readonly [written: string, formatted: string])[] = [
  ['secruleengine   on', 'SecRuleEngine on'],
  ['SecArgumentSeparator  "&"', 'SecArgumentSeparator "&"'],
  ['SecMarker END', 'SecMarker "END"'],
  ['SecMarker "a  b"', 'SecMarker "a  b"'],
  ['include  a.conf', 'Include a.conf'],
  ['secruleremovebyid  1   2-3', 'SecRuleRemoveById 1 2-3'],
  ['SecRuleRemoveByTag "a  b"', 'SecRuleRemoveByTag "a  b"'],
  ['SecRuleUpdateTargetById  1 !args:a,!ARGS:b', 'SecRuleUpdateTargetById 1 "!ARGS:a|!ARGS:b"'],
  ['SecRuleUpdateTargetByTag "a b" "!ARGS"', 'SecRuleUpdateTargetByTag "a b" "!ARGS"'],
  ['SecRuleUpdateTargetByTag "a b"  !args', 'SecRuleUpdateTargetByTag "a b" "!ARGS"'],
  // The last list names the targets to be replaced.
  ['SecRuleUpdateTargetById 1 args:a  !args:b', 'SecRuleUpdateTargetById 1 "ARGS:a" "!ARGS:b"'],
  [
    'SecRuleUpdateTargetById "1 2" "args:a,ARGS:c" ARGS:b',
    'SecRuleUpdateTargetById "1 2" "ARGS:a|ARGS:c" "ARGS:b"',
  ],
  [
    'SecRuleUpdateActionById 1 "pass,nolog"',
    'SecRuleUpdateActionById 1 \\\n    "pass,\\\n    nolog"',
  ],
  ['secdefaultaction "phase:1, log,pass"', 'SecDefaultAction "phase:1,log,pass"'],
  ['SecRule ARGS evil', 'SecRule ARGS "@rx evil"'],
  ['SecRule ARGS "!evil"', 'SecRule ARGS "!@rx evil"'],
  ['SecRule ARGS "!@STREQ x"', 'SecRule ARGS "!@streq x"'],
  ['SecRule ARGS "@detectsqli"', 'SecRule ARGS "@detectSQLi"'],
  ['SecRule "ARGS:a b|XML:/*" "@rx x"', 'SecRule "ARGS:a b|XML:/*" "@rx x"'],
  [`SecRule ARGS:'/a|b/' "@rx \\"x"`, `SecRule ARGS:'/a|b/' "@rx \\"x"`],
  ['SecAction id:1,pass', 'SecAction \\\n    "id:1,\\\n    pass"'],
  // The last of two counts: they keep their order.
  ['SecAction "id:1,nolog,log"', 'SecAction \\\n    "id:1,\\\n    nolog,\\\n    log"'],
  ['SecAction "skipAfter:A,skip:1"', 'SecAction \\\n    "skipAfter:A,\\\n    skip:1"'],
  ['SecAction "skip:1,skipAfter:A"', 'SecAction \\\n    "skip:1,\\\n    skipAfter:A"'],
  [
    'SecAction "id:1,setvar:tx.a=1,ctl:REQUESTBODYACCESS=on"',
    'SecAction \\\n    "id:1,\\\n    setvar:\'tx.a=1\',\\\n    ctl:requestBodyAccess=on"',
  ],
  [
    "SecAction \"id:1,msg:'it\\'s',logdata:'a,b'\"",
    "SecAction \\\n    \"id:1,\\\n    msg:'it\\'s',\\\n    logdata:'a,b'\"",
  ],
  ['SecRule  ARGS  " @rx x"', 'SecRule ARGS " @rx x"'],
];

test('each directive gets its canonical layout', async (t) => {
  for (const [written, formatted] of lines) {
    await t.test(rowTitle(written), () => {
      assert.equal(format(`${written}\n`), `${formatted}\n`);
    });
  }
  assert.equal(lines.length, 27);
});

test('a long value stays broken where its author broke it', () => {
  assert.equal(
    format('SecRule ARGS \\\n  "@rx a|\\\n        b" \\\n "id:1"\n'),
    'SecRule ARGS \\\n    "@rx a|\\\n    b" \\\n    "id:1"\n',
  );
});

test('directives with comments inside, and data sets, stay as they are', () => {
  const text = 'SecAction  \\\n  "id:1,\\\n# why\n  pass"\n';
  assert.equal(format(text), text);
  const dataset = 'SecDataset  words `\n  a\n# b\n`\n';
  assert.equal(format(dataset), dataset);
});

test('bytes that are half a letter are no blanks', () => {
  const text = 'SecRule ARGS "@rx \xc3\xa0" \\\n    "id:1,\\\n    msg:\'\xc3\xa0\'"\n# \xa0\n';
  assert.equal(format(text), text);
});

test('files without directives stay as they are, and a byte order mark stays', () => {
  assert.equal(format(''), '');
  assert.equal(format('\n\n'), '\n\n');
  assert.equal(format('# a'), '# a\n');
  assert.equal(format('\xef\xbb\xbf# a\nSecMarker "A"'), '# a\nSecMarker "A"\n');
});

test('a file with errors is not rewritten', () => {
  const formatted = formatFile({ path: 'rules.conf', text: 'SecRule ARGS "@rx x\n' });
  assert.equal(formatted.kind, 'Error');
});

test('what counts as another meaning', () => {
  const base = 'SecRule ARGS|ARGS_NAMES "@rx a" "id:1,phase:2,deny,setvar:tx.a=1,setvar:tx.b=2"';
  const directives = (text: string) => parse({ path: 'x', text }, new Diagnostics());
  const others = [
    base.replace('ARGS|ARGS_NAMES', 'ARGS_NAMES|ARGS'),
    base.replace('@rx', '!@rx'),
    base.replace('a"', 'A"'),
    base.replace('tx.a=1,setvar:tx.b=2', 'tx.b=2,setvar:tx.a=1'),
    base.replace('deny', 'pass'),
    base.replace('deny,', ''),
    `${base}\nSecMarker A`,
  ];
  for (const other of others) assert.ok(!sameMeaning(directives(base), directives(other)), other);
  assert.equal(others.length, 7);
  const update = 'SecRuleUpdateTargetById 1 "ARGS:a"';
  assert.ok(!sameMeaning(directives(update), directives(`${update} "ARGS:b"`)));
  const same = base.replace('id:1,phase:2', 'PHASE:2,id:1').replace('ARGS|', 'args|');
  assert.ok(sameMeaning(directives(base), directives(same)));
});
