import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTitle } from '../../helpers/row-title.ts';
import { parseText } from './summarize.ts';

/** Each parses without a diagnostic, to the directives on its right. */
const cases: readonly (readonly [input: string, ...summaries: string[]])[] = [
  // Directive lines (docs/spec/seclang-syntax.md#lines, #directives)
  ['SecRule ARGS "x" "id:1"', 'SecRule ARGS @rx{x} id{1}'],
  ['secrule\tARGS\t\t"x"  "id:1"', 'SecRule ARGS @rx{x} id{1}'],
  ['  SecRule ARGS "x"  \r\n\r\nSecMarker A\r\n', 'SecRule ARGS @rx{x}', 'SecMarker {A}'],
  ['\xef\xbb\xbfSecMarker A', 'SecMarker {A}'],
  ['SecAction "id:1,\\\n   phase:1"', 'SecAction id{1} phase{1}'],
  ['SecAction "id:1,msg:\'a \\\n   b\\\nc\'"', 'SecAction id{1} msg{a bc}'],
  ['SecAction "id:1,\\  \t\r\n\tpass"', 'SecAction id{1} pass'],
  ['SecAction "id:1,\\\n# comment\n\n  # more \n pass"', 'SecAction id{1} pass'],
  ['SecRule ARGS \\\n "x" \\\n "id:1"', 'SecRule ARGS @rx{x} id{1}'],
  [
    'SecRule ARGS|\\\n  ARGS_\\\nNAMES "@r\\\nx a" "i\\\nd:1"',
    'SecRule ARGS ARGS_NAMES @rx{a} id{1}',
  ],
  ['Sec\\\nMarker A', 'SecMarker {A}'],
  ['# c \\\n# d\nSecMarker A', 'SecMarker {A}'],
  ['SecRule ARGS "a\\\\\n"b" "id:1"', 'SecRule ARGS @rx{a"b} id{1}'],
  ['SecRule ARGS "x" ""\nSecRule ARGS "x" " "', 'SecRule ARGS @rx{x}', 'SecRule ARGS @rx{x}'],
  ['SecAction ""', 'SecAction'],
  ['SecRuleUpdateActionById 1 ""', 'UpdateAction {1}'],
  ['#SecRule ARGS "x" \\\n#  "id:1" \\\n\nSecMarker A', 'SecMarker {A}'],
  ['# one \\\n\nSecMarker A', 'SecMarker {A}'],

  // Targets (docs/spec/seclang-syntax.md#targets)
  ['SecRule ARGS|ARGS_NAMES,FILES "x"', 'SecRule ARGS ARGS_NAMES FILES @rx{x}'],
  ['SecRule "ARGS|TX:a" "x"', 'SecRule ARGS TX:a @rx{x}'],
  ['SecRule " ARGS | TX:a , FILES " "x"', 'SecRule ARGS TX:a FILES @rx{x}'],
  ['SecRule ARGS | TX:a "x"', 'SecRule ARGS TX:a @rx{x}'],
  ['SecRule args|!ARGS:a|&ARGS:b|!TX "x"', 'SecRule args !ARGS:a &ARGS:b !TX @rx{x}'],
  ["SecRule ARGS:'foo'|ARGS:'a|b,c' \"x\"", 'SecRule ARGS:foo ARGS:a|b,c @rx{x}'],
  ["SecRule ARGS:'it\\'s' \"x\"", "SecRule ARGS:it's @rx{x}"],
  ['SecRule ARGS:a/b|ARGS:c/ "x"', 'SecRule ARGS:a/b ARGS:c/ @rx{x}'],
  ['SecRule ARGS:a:b|ARGS:c.d[0]|ARGS:$e "x"', 'SecRule ARGS:a:b ARGS:c.d[0] ARGS:$e @rx{x}'],
  ['SecRule ARGS:/^a|b,c/|TX:1 "x"', 'SecRule ARGS:/^a|b,c/ TX:1 @rx{x}'],
  ['SecRule ARGS:/a\\/b\\.c/ "x"', 'SecRule ARGS:/a/b\\.c/ @rx{x}'],
  ["SecRule ARGS:'/^a/b'c$/' \"x\"", "SecRule ARGS:/^a/b'c$/ @rx{x}"],
  ['SecRule "ARGS:/a b/|ARGS:\'/c \\"d/\'" "x"', 'SecRule ARGS:/a b/ ARGS:/c "d/ @rx{x}'],
  ['SecRule "ARGS:\'a b\'|ARGS:c d " "x"', 'SecRule ARGS:a b ARGS:c d @rx{x}'],
  ['SecRule XML:/*|XML://@* "x"', 'SecRule XML:xpath(/*) XML:xpath(//@*) @rx{x}'],
  [
    'SecRule REQUEST_XML:/a/b[1,2]|xml:c/d "x"',
    'SecRule REQUEST_XML:xpath(/a/b[1,2]) xml:xpath(c/d) @rx{x}',
  ],
  ['SecRule XML|!XML:/a "x"', 'SecRule XML !XML:xpath(/a) @rx{x}'],

  // Operators (1.4, 1.6)
  ['SecRule ARGS "@contains a b"', 'SecRule ARGS @contains{a b}'],
  ['SecRule ARGS "@rx\tfoo"', 'SecRule ARGS @rx{foo}'],
  ['SecRule ARGS "@rx   a b \t"', 'SecRule ARGS @rx{a b}'],
  ['SecRule ARGS " foo "', 'SecRule ARGS @rx{foo}'],
  ['SecRule ARGS "\xa0foo\xa0"', 'SecRule ARGS @rx{\xa0foo\xa0}'],
  ['SecRule ARGS "@detectSQLi"', 'SecRule ARGS @detectSQLi{}'],
  ['SecRule ARGS "!@Within a,b"', 'SecRule ARGS !@Within{a,b}'],
  ['SecRule ARGS "!foo"', 'SecRule ARGS !@rx{foo}'],
  ['SecRule ARGS "!!foo"', 'SecRule ARGS !@rx{!foo}'],
  ['SecRule ARGS ""', 'SecRule ARGS @rx{}'],
  ['SecRule ARGS "!"', 'SecRule ARGS !@rx{}'],
  ['SecRule ARGS "a@b"', 'SecRule ARGS @rx{a@b}'],
  ['SecRule ARGS "@rx \\"a\\" \\\\ \\\' \\s"', 'SecRule ARGS @rx{"a" \\\\ \\\' \\s}'],
  ['SecRule ARGS "@rx a\\\\" "id:1"', 'SecRule ARGS @rx{a\\\\} id{1}'],
  ['SecRule ARGS "@rx a\\\\\\"b" "id:1"', 'SecRule ARGS @rx{a\\\\"b} id{1}'],
  ['SecRule ARGS foo "id:1"', 'SecRule ARGS @rx{foo} id{1}'],
  ['SecRule ARGS @detectXSS "id:1"', 'SecRule ARGS @detectXSS{} id{1}'],
  ['SecRule ARGS !@detectXSS', 'SecRule ARGS !@detectXSS{}'],

  // Actions (1.7)
  ['SecAction "id:1, phase:2 ,\tpass"', 'SecAction id{1} phase{2} pass'],
  ['SecAction " id : 1 "', 'SecAction id{1}'],
  ["SecAction \"msg:'a, b: c',tag:' x '\"", 'SecAction msg{a, b: c} tag{ x }'],
  ["SecAction \"msg:'it\\'s',logdata:it\\'s\"", "SecAction msg{it's} logdata{it's}"],
  ['SecAction "msg:\'say \\"hi\\"\'"', 'SecAction msg{say "hi"}'],
  ['SecAction "msg:\'say "hi", ok\',pass"', 'SecAction msg{say "hi", ok} pass'],
  ['SecAction "msg:\'C:\\\\\',pass"', 'SecAction msg{C:\\\\} pass'],
  ['SecAction "msg:a\\,b,pass"', 'SecAction msg{a\\,b} pass'],
  [
    "SecAction \"setvar:'tx.a=+%{tx.b}',setvar:tx.c='d,e'\"",
    "SecAction setvar{tx.a=+%{tx.b}} setvar{tx.c='d,e'}",
  ],
  [
    'SecAction "ctl:ruleRemoveTargetById=1;ARGS:a,t:none"',
    'SecAction ctl{ruleRemoveTargetById=1;ARGS:a} t{none}',
  ],
  ['SecAction "msg:,msg:\'\',setvar:!tx.a"', 'SecAction msg{} msg{} setvar{!tx.a}'],
  ['SecAction "msg:\'\xa0a\xa0\',tag:\xa0"', 'SecAction msg{\xa0a\xa0} tag{\xa0}'],
  ['SecAction id:1,phase:1,nolog', 'SecAction id{1} phase{1} nolog'],
  ["SecAction id:1,msg:'a b',pass", 'SecAction id{1} msg{a b} pass'],
  ['SecDefaultAction "phase:1,log,pass"', 'SecDefaultAction phase{1} log pass'],

  // The other directives
  ['SecMarker "END"', 'SecMarker {END}'],
  ['SecMarker  END OF IT', 'SecMarker {END OF IT}'],
  ["SecMarker 'END'", "SecMarker {'END'}"],
  ['Include a/*.conf', 'Include {a/*.conf}'],
  ['INCLUDE "a b.conf"', 'Include {a b.conf}'],
  ['IncludeOptional C:\\rules\\*.conf', 'IncludeOptional {C:\\rules\\*.conf}'],
  ['SecRuleRemoveById 1 2-3 "4 5"', 'RemoveId {1} {2-3} {4} {5}'],
  ['SecRuleRemoveByTag "attack-(?:sqli|xss)"', 'RemoveTag {attack-(?:sqli|xss)}'],
  ['secruleremovebymsg SQL injection', 'RemoveMsg {SQL injection}'],
  [
    'SecRuleUpdateTargetById 12 34-56 "!ARGS:x|ARGS_NAMES"',
    'UpdateTargetId {12} {34-56} !ARGS:x ARGS_NAMES',
  ],
  [
    'SecRuleUpdateTargetById 12 !ARGS_NAMES:json.profile',
    'UpdateTargetId {12} !ARGS_NAMES:json.profile',
  ],
  [
    'SecRuleUpdateTargetById 12 "!REQUEST_COOKIES:/^a b/"',
    'UpdateTargetId {12} !REQUEST_COOKIES:/^a b/',
  ],
  ['SecRuleUpdateTargetByTag "a b" "!ARGS:x"', 'UpdateTargetTag {a b} !ARGS:x'],
  ['SecRuleUpdateTargetByMsg msg ARGS', 'UpdateTargetMsg {msg} ARGS'],
  ['SecRuleUpdateActionById 12 "deny,msg:\'a b\'"', 'UpdateAction {12} deny msg{a b}'],
  [
    'SecRuleUpdateActionById 12 13-14 deny,status:403',
    'UpdateAction {12} {13-14} deny status{403}',
  ],
  [
    'SecDataset x `\n a\n# no\n\n  b`c "d" \\\n`\nSecMarker A',
    'SecDataset {x} ["a","b`c \\"d\\" \\\\"]',
    'SecMarker {A}',
  ],
  ['SecDataset x `a`', 'SecDataset {x} ["a"]'],
  ['secdataset x \\\n `\r\na\r\n`\r\n', 'SecDataset {x} ["a"]'],
  ['SecRuleEngine   On', 'Setting SecRuleEngine {On}'],
  [
    'SecResponseBodyMimeType text/plain\ttext/html',
    'Setting SecResponseBodyMimeType {text/plain} {text/html}',
  ],
  ['SecComponentSignature "a \\"b\\"/1"', 'Setting SecComponentSignature {a "b"/1}'],
  [
    'SecAuditLogRelevantStatus "^(?:5|4(?!04))"',
    'Setting SecAuditLogRelevantStatus {^(?:5|4(?!04))}',
  ],
  ['SecArgumentSeparator "#"', 'Setting SecArgumentSeparator {#}'],
  ['Unheard_Of', 'Setting Unheard_Of'],
];

test('directives parse to what is written', async (t) => {
  for (const [input, ...summaries] of cases) {
    await t.test(rowTitle(input), () => {
      const outcome = parseText(input);
      assert.deepEqual(outcome.diagnostics, [], input);
      assert.deepEqual(outcome.summaries, summaries, input);
    });
  }
  assert.ok(cases.length > 80);
});

test('a line of more than 64 KiB is a line like others', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ');
  const outcome = parseText(`SecRule ARGS "@pm ${words}" "id:1"\nSecMarker A`);
  assert.deepEqual(outcome.diagnostics, []);
  assert.deepEqual(outcome.summaries, [`SecRule ARGS @pm{${words}} id{1}`, 'SecMarker {A}']);
});

test('a directive spans its first to its last physical line', () => {
  const text = '# c\n  SecAction \\\n  "id:1,\\\n   # d\n   pass"  \nSecMarker A\n';
  const [action, marker] = parseText(text).directives;
  const shown = [action, marker].map((node) => text.slice(node?.span.start, node?.span.end));
  assert.deepEqual(shown, ['SecAction \\\n  "id:1,\\\n   # d\n   pass"', 'SecMarker A']);
});

test('targets, operators and actions span what was written', () => {
  const text = 'SecRule &ARGS:/a/|XML:/* "!@rx a\\"b" "id:1, msg:\'x\' , pass"';
  const [rule] = parseText(text).directives;
  assert.ok(rule?.kind === 'SecRule');
  const nodes = [...rule.targets, rule.operator, ...rule.actions];
  assert.deepEqual(
    nodes.map(({ span }) => text.slice(span.start, span.end)),
    ['&ARGS:/a/', 'XML:/*', '"!@rx a\\"b"', 'id:1', "msg:'x'", 'pass'],
  );
});
