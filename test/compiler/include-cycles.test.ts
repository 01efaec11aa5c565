/** A file that includes itself is reported once, at the Include that closes the cycle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Diagnostics, formatDiagnostic } from '#compiler/diagnostics.ts';
import { readRules } from '#compiler/read-rules.ts';
import { memoryFiles } from '../helpers/compile-text.ts';
import { rowTitle } from '../helpers/row-title.ts';

const RULE = 'SecAction "id:1,phase:1,pass,nolog"\n';

/** Files by name, of which a.conf is the entry; the findings, without the line and the caret. */
const cases: readonly (readonly [
  files: Readonly<Record<string, string>>,
  found: readonly string[],
])[] = [
  [
    { 'a.conf': 'Include a.conf\n' },
    ['a.conf:1:9: error: The rule file a.conf includes itself. [include-too-deep]'],
  ],
  [
    { 'a.conf': `${RULE}Include b.conf\n`, 'b.conf': 'SecRuleEngine On\nInclude "a.conf"\n' },
    [
      'b.conf:2:10: error: The rule file a.conf includes itself, through b.conf. [include-too-deep]',
    ],
  ],
  [
    {
      'a.conf': 'Include b.conf\n',
      'b.conf': 'IncludeOptional ./c.conf\n',
      'c.conf': 'Include x/../b.conf\n',
    },
    ['c.conf:1:9: error: The rule file b.conf includes itself, through c.conf. [include-too-deep]'],
  ],
  [
    { 'a.conf': `${RULE}Include *.conf\n`, 'b.conf': 'SecRuleEngine On\n' },
    ['a.conf:2:9: error: The rule file a.conf includes itself. [include-too-deep]'],
  ],
  [{ 'a.conf': 'Include b.conf\nInclude b.conf\n', 'b.conf': 'SecRuleEngine On\n' }, []],
  [
    Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        level === 0 ? 'a.conf' : `${level}.conf`,
        `Include ${level + 1}.conf\n`,
      ]),
    ),
    ['32.conf:1:1: error: Files include each other more than 32 levels deep. [include-too-deep]'],
  ],
];

test('a cycle of Include is an error', async (t) => {
  let count = 0;
  for (const [files, expected] of cases) {
    await t.test(rowTitle(files), () => {
      const diagnostics = new Diagnostics();
      const span = { source: { path: 'command line', text: '' }, start: 0, end: 0 };
      readRules([{ text: 'a.conf', span }], memoryFiles(files), diagnostics);
      const heads = diagnostics.list.map((each) => formatDiagnostic(each).split('\n')[0]);
      assert.deepEqual(heads, expected);
    });
    count += 1;
  }
  assert.equal(count, 6);
});
