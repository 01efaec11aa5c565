/** `portcullis import ingress`: what becomes of annotations, and where that which is not taken stands (docs/kubernetes.md). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type Imported,
  importIngress,
} from '#compiler/cli/commands/import/ingress/import-ingress.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { readProfile } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { positionOf } from '#compiler/source.ts';
import { readPolicies } from '#proxy/policies/read-policies.ts';

const PREFIX = 'nginx.ingress.kubernetes.io';

function imports(text: string): Imported {
  return importIngress({ path: 'a.yaml', text }, PREFIX, disk);
}

/** `line:column message`. */
function messages({ diagnostics }: Imported): readonly string[] {
  return diagnostics.map(({ span, severity, message }) => {
    const { line, column } = positionOf(span);
    return `${line}:${column} ${severity}: ${message}`;
  });
}

/** An ingress of these annotations (lines of YAML, each with its indentation of 4) and this host. */
function ingress(annotations: string, host = 'a.test', name = 'shop'): string {
  return `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${name}
  annotations:
${annotations}
spec:
  rules: [ { host: ${host}, http: { paths: [ { path: /, pathType: Prefix } ] } } ]
`;
}

const ENABLED = `    ${PREFIX}/enable-modsecurity: "true"`;
const snippet = (text: string): string =>
  `${ENABLED}\n    ${PREFIX}/modsecurity-snippet: |\n${text.replace(/^/gm, '      ')}`;

/** What the imported profile makes of the rules; fails when there are findings of `check`. */
function compileImported({ files }: Imported, name: string) {
  const overlay: RuleFiles = { ...disk, read: (path) => files.get(path) ?? disk.read(path) };
  const profile = readProfile(name, overlay, {});
  assert.ok(profile.kind === 'Ok');
  const { program, diagnostics, ruleSet } = compile(profile.profile, overlay);
  const bad = diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(bad, []);
  assert.ok(program && ruleSet);
  return { program, ruleSet, warnings: diagnostics.map(({ code }) => code) };
}

test('annotations become the files that ingress-nginx would include', async (t) => {
  const SETUP = ['profiles/ingress/crs-setup.conf'];
  const CRS = ['profiles/ingress/default-actions.conf', ...SETUP, '{rules}/*.conf'];
  const rows: readonly (readonly [title: string, annotations: string, files: readonly string[]])[] =
    [
      ['enabled', ENABLED, ['profiles/ingress/modsecurity.conf']],
      [
        'with the core rules',
        `${ENABLED}\n    ${PREFIX}/enable-owasp-core-rules: "true"`,
        ['profiles/ingress/modsecurity.conf', ...SETUP, '{rules}/*.conf'],
      ],
      ['a snippet alone', snippet('SecRuleEngine On'), ['profiles/ingress/shop.conf']],
      [
        'a snippet that includes the rules',
        snippet(
          'SecRuleEngine On\nInclude /etc/nginx/owasp-modsecurity-crs/nginx-modsecurity.conf',
        ),
        ['profiles/ingress/shop.conf', ...CRS.slice(1, 2), CRS[0] ?? '', '{rules}/*.conf'],
      ],
      [
        'a snippet between its includes, updates behind all rules',
        snippet(
          [
            'SecRuleRemoveById 942100',
            'Include /etc/nginx/modsecurity/modsecurity.conf',
            'SecRuleEngine On',
            'Include /etc/nginx/owasp-modsecurity-crs/nginx-modsecurity.conf',
            'Include /etc/nginx/owasp-modsecurity-crs/rules/RESPONSE-999-EXCLUSION-RULES-AFTER-CRS.conf',
          ].join('\n'),
        ),
        [
          'profiles/ingress/modsecurity.conf',
          'profiles/ingress/shop.conf',
          ...SETUP,
          '{rules}/*.conf',
          'profiles/ingress/shop-2.conf',
        ],
      ],
      [
        'a file of the rules',
        snippet(
          'Include /etc/nginx/owasp-modsecurity-crs/rules/REQUEST-913-SCANNER-DETECTION.conf',
        ),
        ['profiles/ingress/default-actions.conf', '{rules}/REQUEST-913-SCANNER-DETECTION.conf'],
      ],
    ];
  for (const [title, annotations, files] of rows)
    await t.test(title, () => {
      const imported = imports(ingress(annotations));
      const profile = JSON.parse(imported.files.get('profiles/shop.json') ?? '{}');
      assert.deepEqual(profile, { name: 'shop', files });
      compileImported(imported, 'shop');
    });
  assert.equal(rows.length, 6);
});

test('the controller’s settings hold for all, and an ingress may say otherwise', () => {
  const controller = `kind: ConfigMap
metadata: { name: ingress-nginx-controller }
data:
  enable-modsecurity: "true"
  enable-owasp-modsecurity-crs: "true"
  modsecurity-snippet: |
    SecRuleEngine DetectionOnly
    SecRule ARGS:a "@streq b" "id:1,phase:2,deny"
`;
  const own = snippet('SecRuleEngine On\nSecRule ARGS:c "@streq d" "id:2,phase:2,deny"');
  const off = `    ${PREFIX}/enable-modsecurity: "false"`;
  const imported = imports(
    [
      ingress('    other: "1"', 'a.test', 'plain'),
      ingress('    other: "1"', 'b.test', 'same'),
      ingress(own, 'c.test', 'own'),
      // A snippet without a line end.
      ingress(own.replace('|', '|-'), 'e.test', 'stripped'),
      ingress(off, 'd.test', 'off'),
      controller,
    ].join('---\n'),
  );
  assert.deepEqual(
    imported.policies.map(({ name, profile, mode }) => [name, profile, mode]),
    [
      ['plain', 'plain', undefined],
      ['same', 'plain', undefined],
      ['own', 'own', undefined],
      ['stripped', 'own', undefined],
      ['off', 'pl1', 'off'],
    ],
  );
  assert.deepEqual(
    messages(imported).map((line) => line.replace(/^\S+ /, '')),
    ['warning: ModSecurity is off for off: its policy has mode "off".'],
  );
  const ids = (name: string) =>
    compileImported(imported, name).ruleSet.entries.flatMap((entry) =>
      entry.kind === 'Rule' && entry.id < 100 ? [entry.id] : [],
    );
  assert.deepEqual(ids('plain'), [1]);
  // Rules of the ingress come first, and its settings win.
  assert.deepEqual(ids('own'), [2, 1]);
  assert.equal(compileImported(imported, 'own').ruleSet.settings.ruleEngine, 'On');
  assert.equal(compileImported(imported, 'plain').ruleSet.settings.ruleEngine, 'DetectionOnly');
});

test('what cannot be taken is named where it stands, in each style of YAML', async (t) => {
  const FIRST = 'SecRule ARGS "@inspectFile /x" "id:5,phase:2,deny"';
  const rows: readonly (readonly [title: string, annotations: string])[] = [
    ['a block', snippet(`SecRuleEngine On\n${FIRST}`)],
    ['behind an empty line', snippet(`\n\nSecRuleEngine On\n\n${FIRST}`)],
    [
      'double quotes',
      `${ENABLED}\n    ${PREFIX}/modsecurity-snippet: "SecRuleEngine On\\n${FIRST.replaceAll('"', '\\"')}"`,
    ],
    ['plain text', `${ENABLED}\n    ${PREFIX}/modsecurity-snippet: ${FIRST}`],
    [
      'escapes of nginx before it',
      snippet(`SecAction "id:9,phase:1,pass,nolog,msg:\\'a\\'" \n${FIRST}`),
    ],
    ['folded lines', `${ENABLED}\n    ${PREFIX}/modsecurity-snippet: >\n      ${FIRST}`],
  ];
  for (const [title, annotations] of rows)
    await t.test(title, () => {
      const text = ingress(annotations);
      const imported = imports(text);
      // Of folded lines only the beginning is known.
      const named = text.indexOf(title === 'folded lines' ? '>' : 'inspectFile');
      const source = { path: 'a.yaml', text };
      const { line: row, column } = positionOf({ source, start: named, end: named });
      const [line = '', ...others] = messages(imported);
      assert.match(line, /^\d+:\d+ error: SecRule 5 is left out\. /);
      assert.equal(line.split(' ')[0], `${row}:${column}`);
      assert.deepEqual(others, []);
      compileImported(imported, 'shop');
    });
  assert.equal(rows.length, 6);
});

test('a chain goes as a whole; what has no effect and rules that are not here are warnings', () => {
  const imported = imports(
    ingress(
      snippet(
        [
          'SecRuleEngine On',
          'SecRuleRemoveById 942100 999999',
          'SecRuleUpdateTargetById 999998 "!ARGS:a"',
          'SecConnEngine On',
          'SecRule ARGS "@streq a" "id:7,phase:2,deny,chain"',
          '  SecRule ARGS "@rbl b" ""',
          'SecRule ARGS "@rx a\\\\.b" "id:8,phase:2,deny,msg:\\\'it\\\'"',
          'Include /etc/nginx/modsecurity/own.conf',
          'Include /etc/nginx/owasp-modsecurity-crs/nginx-modsecurity.conf',
        ].join('\n'),
      ),
    ),
  );
  assert.deepEqual(
    messages(imported).map((line) => /^\S+ \w+: \S+ \S+ \S+ \S+/.exec(line)?.[0]),
    [
      '15:15 error: Include of /etc/nginx/modsecurity/own.conf is',
      '11:7 warning: SecConnEngine is left out:',
      '13:24 error: SecRule 7 is left',
    ],
  );
  const text = imported.files.get('profiles/ingress/shop.conf') ?? '';
  assert.match(text, /^SecRule ARGS "@rx a\\\.b" "id:8,phase:2,deny,msg:'it'"$/m);
  assert.doesNotMatch(text, /id:7|@rbl|SecConnEngine|own\.conf/);
  const updates = imported.files.get('profiles/ingress/shop-2.conf') ?? '';
  assert.match(updates, /^SecRuleRemoveById 942100 999999$/m);
  assert.match(updates, /# portcullis:ignore no-such-rule .*\nSecRuleUpdateTargetById 999998/);
  const { ruleSet } = compileImported(imported, 'shop');
  assert.ok(!ruleSet.entries.some((entry) => entry.kind === 'Rule' && entry.id === 942100));
});

test('hosts and paths become patterns, or are named', () => {
  const paths = [
    ['/', 'Prefix', ['a.test'], ''],
    ['/api', 'Prefix', ['a.test/api'], ''],
    ['/api/', 'Prefix', ['a.test/api'], ''],
    ['/api(/|$)(.*)', 'ImplementationSpecific', ['a.test/api'], ''],
    ['/api/?(.*)', 'ImplementationSpecific', ['a.test/api'], ''],
    ['/api', 'ImplementationSpecific', ['a.test/api'], 'only begin with its last segment'],
    ['/api', 'Exact', ['a.test/api'], 'is exact'],
    ['/[0-9]+', 'ImplementationSpecific', [], 'is a regular expression'],
    ['/a//b', 'Prefix', [], 'is a regular expression'],
  ] as const;
  for (const [path, pathType, match, problem] of paths) {
    const text = ingress(ENABLED).replace(
      '{ path: /, pathType: Prefix }',
      JSON.stringify({ path, pathType }),
    );
    const imported = imports(text);
    assert.deepEqual(
      imported.policies.flatMap((policy) => policy.match),
      match,
      path,
    );
    const said = messages(imported).filter((line) => !line.includes('only detects'));
    assert.equal(said.length, problem === '' ? 0 : 1, path);
    assert.ok(
      said.every((line) => line.includes(problem)),
      said.join(),
    );
  }
  assert.equal(paths.length, 9);
  const hosts = [
    ['"*.a.test"', '*.a.test'],
    ['A.test', 'a.test'],
    ['""', '*'],
  ] as const;
  for (const [host, match] of hosts)
    assert.deepEqual(imports(ingress(ENABLED, host)).policies[0]?.match, [match]);
  assert.match(messages(imports(ingress(ENABLED, 'a_b!')))[0] ?? '', /cannot be the host/);
  const alias = `${ENABLED}\n    ${PREFIX}/server-alias: "b.test, ~^c"`;
  const aliased = imports(ingress(alias));
  assert.deepEqual(aliased.policies[0]?.match, ['a.test', 'b.test']);
  assert.match(messages(aliased)[0] ?? '', /^7:56 error: "~\^c" cannot be the host/);
});

test('the same path of two ingresses, other snippets, broken documents', () => {
  const twice = imports([ingress(ENABLED), ingress(ENABLED, 'a.test', 'canary')].join('---\n'));
  assert.deepEqual(
    twice.policies.map(({ name }) => name),
    ['shop'],
  );
  assert.ok(
    messages(twice).some((line) => line.endsWith('"a.test" is already in the ingress shop.')),
  );

  const other = `${ENABLED}\n    ${PREFIX}/modsecurity-transaction-id: "$host"
    ${PREFIX}/configuration-snippet: |\n      modsecurity_rules_file /x.conf;`;
  assert.deepEqual(
    messages(imports(ingress(other)))
      .slice(0, 2)
      .map((line) => line.split(' ')[0]),
    ['7:61', '8:5'],
  );
  const broken = imports(`a: [\n---\n${ingress(ENABLED)}`);
  assert.match(messages(broken)[0] ?? '', /error: The document cannot be read/);
  assert.equal(broken.policies.length, 1);
});

test('lists and JSON of kubectl, and policies that can be read', () => {
  const item = {
    kind: 'Ingress',
    metadata: {
      name: 'web',
      namespace: 'shop',
      annotations: {
        [`${PREFIX}/enable-modsecurity`]: 'true',
        [`${PREFIX}/modsecurity-snippet`]: 'SecRuleEngine On\nSecRule ARGS "@rx (" "id:3"\n',
      },
    },
    spec: { rules: [{ host: 'a.test' }, { host: 'b.test' }] },
  };
  const list = { kind: 'List', items: [item, { kind: 'Service' }] };
  const text = JSON.stringify(list, undefined, 2);
  const imported = imports(text);
  const { policies, findings } = readPolicies(imported.files.get('policies.json') ?? '');
  assert.deepEqual(findings, []);
  assert.deepEqual(
    policies.map(({ name, profile }) => [name, profile]),
    [['shop-web', 'shop-web']],
  );
  const start = text.indexOf('(');
  const { line, column } = positionOf({ source: { path: '', text }, start, end: start });
  assert.ok(messages(imported)[0]?.startsWith(`${line}:${column} error: SecRule 3 is left out`));
});

test('files of the project replace those of the image', () => {
  const { files } = imports(ingress(`${ENABLED}\n    ${PREFIX}/enable-owasp-core-rules: "true"`));
  for (const path of ['profiles/base.conf', 'rules/REQUEST-901-INITIALIZATION.conf'])
    assert.ok(readFileSync(path).length > 0);
  const { program } = compileImported({ files, diagnostics: [], policies: [] }, 'shop');
  assert.ok(program.manifest.rules.active > 100);
});
