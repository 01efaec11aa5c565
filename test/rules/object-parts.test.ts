/** The directives of docs/operators.md that let rules inspect a part which an application reads as an object. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { disk } from '#compiler/cli/project/disk.ts';
import { loadWaf } from '#compiler/cli/project/load-waf.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { request } from '#scripts/rules-report/benign-requests.ts';

const OWN = 'own.conf';
const [, directives = ''] =
  /```apache\n((?:SecRuleUpdateTargetByTag .*\n)+)```/.exec(
    readFileSync('docs/operators.md', 'latin1'),
  ) ?? [];

/** Bodies of the part, and the rule that denies the request; undefined: it passes. */
const parts: readonly (readonly [object: string, denied: number | undefined])[] = [
  [`{"name":"1' or '1'='1"}`, 949110],
  [String.raw`{"name":"1\u0027 or \u00271\u0027=\u00271"}`, 949110],
  ['{"name":"<script>alert(1)</script>"}', 949110],
  ['{"name":"../../../../etc/passwd"}', 949110],
  [`{"name":"O'Brien","mail":"ann@mail.example","tags":["x","y z"],"count":1.5}`, undefined],
];

test('with the directives of the document, rules inspect the part of that name', async () => {
  assert.equal(directives.trim().split('\n').length, 5);
  const settings = ['profiles/base.conf', 'profiles/pl1-setup.conf', 'rules/*.conf'];
  const { program } = compile(profileOfEntries('parts', [...settings, OWN]), {
    ...disk,
    read: (path) => (path === OWN ? directives : disk.read(path)),
    glob: (pattern) => (pattern === OWN ? [OWN] : disk.glob(pattern)),
  });
  assert.ok(program);
  const waf = await loadWaf(program);
  const denies = (field: string, object: string): number | undefined => {
    const body =
      `--b\r\nContent-Disposition: form-data; name="${field}"; filename="blob"\r\n` +
      `Content-Type: application/json\r\n\r\n${object}\r\n--b--\r\n`;
    const type = ['Content-Type', 'multipart/form-data; boundary=b'] as const;
    const length = ['Content-Length', String(body.length)] as const;
    const transaction = waf.open(request('POST', '/users', [type, length], body).head, 'part');
    const denied = transaction.inspectRequestHeaders() ?? transaction.inspectRequestBody(body);
    transaction.close();
    return denied?.ruleId;
  };
  for (const [object, denied] of parts) {
    assert.equal(denies('user', object), denied, object);
    assert.equal(denies('picture', object), undefined, object);
  }
  assert.equal(parts.length, 5);
});
