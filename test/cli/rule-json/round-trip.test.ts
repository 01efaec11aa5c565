/** Rule files as JSON and back: the same bytes, and edits that leave everything else as it was. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type DirectiveItem,
  fileDocument,
  SCHEMA_VERSION,
} from '#compiler/cli/rule-json/document.ts';
import { editDirective } from '#compiler/cli/rule-json/edit-directive.ts';
import { readDocument } from '#compiler/cli/rule-json/read-document.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { missingData, sharedData } from '../../compiler/regex/crs-patterns.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));

function loadedAgain(path: string, text: string): string {
  const document = {
    schemaVersion: SCHEMA_VERSION,
    files: [fileDocument({ path, text }, new Diagnostics())],
  };
  const loaded = readDocument(JSON.stringify(document));
  assert.ok(loaded.kind === 'Ok', JSON.stringify(loaded));
  return loaded.files[0]?.text ?? '';
}

function confFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.conf(?:\.example)?$/.test(name))
    .map((name) => join(folder, name));
}

const folders: readonly (readonly [name: string, least: number])[] = [
  ['rules', 20],
  ['profiles', 3],
  ['test', 60],
];

for (const [folder, least] of folders) {
  test(`every rule file of ${folder}/ comes back byte for byte`, () => {
    const files = confFiles(join(project, folder));
    for (const path of files) {
      const text = readFileSync(path, 'latin1');
      assert.equal(loadedAgain(path, text), text, path);
    }
    assert.ok(files.length >= least, String(files.length));
  });
}

test('every rule file of the OWASP CRS comes back byte for byte', (t) => {
  const folder = join(sharedData, 'crs');
  if (!existsSync(folder)) return t.skip(missingData);
  const files = confFiles(folder);
  for (const path of files) {
    const text = readFileSync(path, 'latin1');
    assert.equal(loadedAgain(path, text), text, path);
  }
  assert.ok(files.length > 25, String(files.length));
});

test('texts that are hard to hold: other encodings, line ends, a byte order mark, mistakes', () => {
  const texts = [
    '',
    '\n',
    '# only\n#\n\n',
    '\xef\xbb\xbfSecRuleEngine On\r\n# c\xc3\xa9\r\n',
    '# latin1 \xe9\nSecMarker "\xe9"\n',
    'SecRule ARGS\nSecRule ARGS "@rx (" "id:1"\n  # indented\nnonsense here',
    'SecRule ARGS "@rx a\\"b" "id:1,\\\n  msg:\'it\\\'s, here\',deny"\n',
    'SecAction "id:1,\\\n# a comment inside\n  pass"\nSecDataset d `\n a\n b\n`\n',
  ];
  for (const text of texts) assert.equal(loadedAgain('a.conf', text), text);
  assert.equal(texts.length, 8);
});

const RULE = `SecRule ARGS|!ARGS:x|REQUEST_COOKIES \\
    "@rx (?i)evil" \\
    "id:1,\\
    phase:2,\\
    t:none,t:lowercase,\\
    msg:'It\\'s evil',\\
    deny"`;

/** Fields that are changed, and the text that comes of it. */
const edits: readonly (readonly [
  text: string,
  fields: Partial<DirectiveItem>,
  expected: string,
])[] = [
  [RULE, {}, RULE],
  [RULE, { operator: '!@streq a "b"' }, RULE.replace('@rx (?i)evil', '!@streq a \\"b\\"')],
  [
    RULE,
    { targets: ['ARGS', '!ARGS:x', '!ARGS:y', 'REQUEST_COOKIES'] },
    RULE.replace('!ARGS:x|', '!ARGS:x|!ARGS:y|'),
  ],
  [RULE, { targets: ['REQUEST_COOKIES'] }, RULE.replace('ARGS|!ARGS:x|', '')],
  [RULE, { name: 'secrule' }, RULE.replace('SecRule', 'secrule')],
  ['SecMarker "END"', { arguments: ['BEGIN'] }, 'SecMarker "BEGIN"'],
  ['SecRuleRemoveById 1 2-3', { arguments: ['1', '2-4'] }, 'SecRuleRemoveById 1 2-4'],
  ['SecAuditLog  /a', { arguments: ['/b c'] }, 'SecAuditLog  "/b c"'],
  [
    'SecRuleUpdateTargetById 1 "!ARGS:a"',
    { targets: ['!ARGS:a', '!ARGS:b'] },
    'SecRuleUpdateTargetById 1 "!ARGS:a|!ARGS:b"',
  ],
  [
    'SecRuleUpdateTargetById 1 "ARGS_GET|!ARGS:x"  "ARGS|ARGS_NAMES"',
    { replaced: ['ARGS'] },
    'SecRuleUpdateTargetById 1 "ARGS_GET|!ARGS:x"  "ARGS"',
  ],
  [
    'SecRuleUpdateTargetByTag a ARGS_GET',
    { replaced: ['ARGS', 'ARGS_NAMES'] },
    'SecRuleUpdateTargetByTag a ARGS_GET "ARGS|ARGS_NAMES"',
  ],
  [
    'SecRule ARGS "@rx a"',
    { actions: [{ name: 'id', argument: '2' }] },
    'SecRule ARGS "@rx a" "id:2"',
  ],
];

test('an edited field changes its part of the text', async (t) => {
  for (const [text, fields, expected] of edits) {
    await t.test(JSON.stringify(fields), () => {
      const edited = editDirective({ kind: 'directive', text, ...fields });
      assert.deepEqual(edited, { kind: 'Ok', text: expected });
    });
  }
  assert.equal(edits.length, 12);
});

function actionsOf(text: string): NonNullable<DirectiveItem['actions']> {
  const [item] = fileDocument({ path: 'a', text }, new Diagnostics()).items;
  assert.ok(item?.kind === 'directive' && item.actions !== undefined);
  return item.actions;
}

test('replaced targets are a field of their own, also of a new directive', () => {
  const text = 'SecRuleUpdateTargetById 1 "ARGS_GET|!ARGS:x" "ARGS|ARGS_NAMES"';
  const [item] = fileDocument({ path: 'a', text }, new Diagnostics()).items;
  assert.ok(item?.kind === 'directive');
  assert.deepEqual(item.targets, ['ARGS_GET', '!ARGS:x']);
  assert.deepEqual(item.replaced, ['ARGS', 'ARGS_NAMES']);
  const items = [{ ...item, text: undefined, line: undefined }];
  const file = { path: 'a', encoding: 'utf-8', items };
  const document = { schemaVersion: SCHEMA_VERSION, files: [file] };
  const files = [{ path: 'a', text: `${text}\n` }];
  assert.deepEqual(readDocument(JSON.stringify(document)), { kind: 'Ok', files });
  const rule = { kind: 'directive', text: RULE, replaced: ['ARGS'] } as const;
  const message = 'its replaced cannot be written as ["ARGS"]';
  assert.deepEqual(editDirective(rule), { kind: 'Error', message });
});

test('actions can be added, removed, changed and reordered', () => {
  const actions = actionsOf(RULE);
  assert.deepEqual(actions[4], { name: 'msg', argument: "It's evil" });
  const edit = (list: typeof actions): string => {
    const edited = editDirective({ kind: 'directive', text: RULE, actions: list });
    assert.ok(edited.kind === 'Ok', JSON.stringify(edited));
    assert.deepEqual(actionsOf(edited.text), list);
    return edited.text;
  };
  const tag = { name: 'tag', argument: 'a, "b" and \'c\'' };
  assert.equal(
    edit([...actions, tag]),
    RULE.replace('deny"', `deny,\\\n    tag:'a, \\"b\\" and \\'c\\''"`),
  );
  assert.equal(
    edit(actions.filter(({ name }) => name !== 'msg')),
    RULE.replace(/msg:.*\n {4}/, ''),
  );
  assert.equal(
    edit(actions.map((each) => (each.name === 'id' ? { name: 'id', argument: '7' } : each))),
    RULE.replace('id:1', 'id:7'),
  );
  assert.match(edit(actions.toReversed()), /"deny,/);
});

test('a directive without text is new; a field that cannot be written is refused', () => {
  const item: DirectiveItem = {
    kind: 'directive',
    name: 'SecRule',
    targets: ['ARGS'],
    operator: '@rx a',
    actions: [
      { name: 'id', argument: '5' },
      { name: 'msg', argument: 'New one' },
      { name: 'deny' },
    ],
  };
  assert.deepEqual(editDirective(item), {
    kind: 'Ok',
    text: `SecRule ARGS "@rx a" \\\n    "id:5,\\\n    msg:'New one',\\\n    deny"`,
  });
  for (const wrong of [{ targets: ['A\nB'] }, { operator: 'a\\' }, { name: 'Sec Rule' }]) {
    assert.equal(editDirective({ ...item, ...wrong }).kind, 'Error', JSON.stringify(wrong));
  }
  const marker = { kind: 'directive', text: 'SecMarker A', arguments: ['A', 'B'] } as const;
  assert.deepEqual(editDirective(marker), {
    kind: 'Error',
    message: 'its arguments cannot be written as ["A","B"]',
  });
});

test('dump, edit and load work as processes', () => {
  const folder = folderWith({ 'a.conf': `# head\n${RULE}\n`, 'b.conf': 'SecRuleEngine On\n' });
  const dumped = portcullis(folder, ['dump', 'a.conf', 'b.conf']);
  assert.equal(dumped.status, 0, dumped.stderr);
  const same = folderWith({ 'a.conf': `# head\n${RULE}\n`, 'b.conf': '', 'r.json': dumped.stdout });
  const checked = portcullis(same, ['load', 'r.json', '--check']);
  assert.deepEqual(
    [checked.status, checked.stdout],
    [1, 'b.conf\n1 file would change, 1 as they were\n'],
  );
  const edited = folderWith({ 'r.json': dumped.stdout.replace('"@rx (?i)evil"', '"@rx (?i)bad"') });
  const loaded = portcullis(edited, ['load', 'r.json', '--out', 'new']);
  assert.equal(loaded.status, 0, loaded.stderr);
  assert.equal(
    readFileSync(join(edited, 'new/a.conf'), 'latin1'),
    `# head\n${RULE.replace('evil"', 'bad"')}\n`,
  );
  const broken = folderWith({ 'c.conf': 'SecRule\n' });
  assert.equal(portcullis(broken, ['dump', 'c.conf']).status, 1);
  for (const words of [
    ['load', 'none.json'],
    ['dump', 'none.conf'],
    ['load', 'c.conf'],
  ]) {
    const { status, stderr } = portcullis(broken, words);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^error: /);
  }
});
