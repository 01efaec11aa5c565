import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CompiledWaf, Header } from '#engine/host/compiled-waf.ts';
import { request } from '#scripts/rules-report/benign-requests.ts';
import { type Level, profiledWaf, SHARED_DATA } from '#scripts/rules-report/measured-waf.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { xmlDocuments } from '../helpers/xml-documents.ts';

/** The base profile of docs/spec/service.md#profiles. */
const base: readonly (readonly [directive: string, value: string])[] = [
  ['SecRuleEngine', 'On'],
  ['SecRequestBodyAccess', 'On'],
  ['SecRequestBodyLimit', '13107200'],
  ['SecRequestBodyInMemoryLimit', '131072'],
  ['SecRequestBodyLimitAction', 'Reject'],
  ['SecResponseBodyAccess', 'Off'],
  ['SecDataDir', '/tmp/'],
  ['SecAuditEngine', 'RelevantOnly'],
  ['SecAuditLogFormat', 'JSON'],
  ['SecAuditLogParts', 'ABIJDEFHZ'],
  ['SecAuditLog', '/tmp/log/portcullis/audit.log'],
  ['SecDebugLogLevel', '0'],
];

test('the base profile has the twelve directives of the specification', () => {
  const written = readFileSync('profiles/base.conf', 'latin1')
    .split('\n')
    .flatMap((line) => {
      const found = /^(Sec\w+) ([^\s"]+)$/.exec(line);
      return found === null ? [] : [[found[1], found[2]]];
    });
  assert.deepEqual(written, base);
});

type Case = {
  readonly name: string;
  readonly method?: string;
  readonly target: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
  /** Levels at which the request is denied. */
  readonly denied: readonly Level[];
};

const typed = (type: string, body: string): Pick<Case, 'method' | 'headers' | 'body'> => ({
  method: 'POST',
  headers: [
    ['Content-Type', type],
    ['Content-Length', String(body.length)],
  ],
  body,
});

/** Bytes as pictures have them, and what rules would see in them if they were read as a form. */
const BINARY = '\x89PNG\r\n\x1a\n\0\0\0;ls|\xac<?php$x(\0&;w|';

const DRAWING =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:none}</style><path class="a" d="M1 2h3"/></svg>';

const coded = (coding: string): Pick<Case, 'method' | 'headers' | 'body'> => {
  const { headers = [], ...rest } = typed('application/json', '{"a":1}');
  return { ...rest, headers: [...headers, ['Content-Encoding', coding]] };
};

/** Attacks as bodies of a type that says nothing about them. */
const hidden = (type: string, denied: readonly Level[]): readonly Case[] =>
  [
    `{"id":"1' OR '1'='1"}`,
    String.raw`{"id":"1\u0027 OR \u00271\u0027=\u00271"}`,
    String.raw`[{"a":["\u003cscript>alert(1)\u003c/script>"]}]`,
    `{"id":"1' OR '1'='1","b":}`,
    `\xef\xbb\xbf{"id":"1' OR '1'='1"}`,
    `  {"id":"1' OR '1'='1 \xff\0"}`,
    `<doc><id>1' OR '1'='1</id></doc>`,
    `<doc><id a="1' OR '1'='1"></doc>`,
    `id=1'%20OR%20'1'='1`,
    `<script>alert(1)</script>`,
    `1' OR '1'='1`,
  ].map((body, index) => ({
    name: `${type} ${index}`,
    target: '/',
    ...typed(type, body),
    denied,
  }));

const cases: readonly Case[] = [
  { name: 'plain', target: '/', denied: [] },
  { name: 'SQL injection', target: "/?id=1'%20OR%20'1'='1", denied: [1, 2] },
  { name: 'script', target: '/?q=%3Cscript%3Ealert(1)%3C/script%3E', denied: [1, 2] },
  { name: 'path traversal', target: '/?f=../../../../etc/passwd', denied: [1, 2] },
  {
    name: 'script in quotation marks that best fit makes brackets of',
    target: '/get?x=%u00abscript%u00bbalert(1)%u00ab/script%u00bb',
    denied: [1, 2],
  },
  { name: 'file in accented letters', target: '/?f=/%C3%A9tc/p%C3%A1sswd', denied: [1, 2] },
  { name: 'file behind a no-break space', target: '/?f=/etc%C2%A0/passwd', denied: [1, 2] },
  { name: 'file behind ideographic stops', target: '/?f=%u3002%uff61/x', denied: [1, 2] },
  { name: 'shell command', target: '/?c=;cat%20/etc/passwd', denied: [1, 2] },
  { name: 'JNDI', target: '/', headers: [['X-Api', '\x24{jndi:ldap://x/a}']], denied: [1, 2] },
  { name: 'JSON', target: '/', ...typed('application/json', '{"a":1}'), denied: [] },
  { name: 'XML', target: '/', ...typed('application/xml', '<a/>'), denied: [1] },
  ...xmlDocuments.map(({ name, body, status }) => ({
    name,
    target: '/',
    ...typed('application/xml', body),
    denied: status === 200 ? ([1] as const) : ([1, 2] as const),
  })),
  { name: 'vendor JSON', target: '/', ...typed('application/v.x+json', '{}'), denied: [1] },
  ...["default-src 'self'", 'default-src `foo bar`'].map((policy, index): Case => {
    const reports = ["img-src 'self'", policy].map((originalPolicy) => ({
      body: { originalPolicy },
    }));
    const sent = typed('application/reports+json', JSON.stringify(reports));
    return { name: policy, target: '/', ...sent, denied: index === 0 ? [1] : [1, 2] };
  }),
  { name: 'JQL beside another text', target: '/?jql=a%20=%20b&jql=%60foo%20bar%60', denied: [2] },
  { name: 'SQL instead of JQL', target: "/?jql=1'%20or%20'1'='1", denied: [1, 2] },
  { name: 'image', target: '/', ...typed('image/png', BINARY), denied: [] },
  { name: 'bytes', target: '/', ...typed('application/octet-stream', BINARY), denied: [1] },
  { name: 'content coding', target: '/', ...coded('gzip'), denied: [] },
  {
    name: 'JSON as an image',
    target: '/',
    ...typed('image/png', '{"a":"it is fine"}'),
    denied: [],
  },
  { name: 'drawing', target: '/', ...typed('image/svg+xml', DRAWING), denied: [] },
  ...hidden('image/png', [1, 2]),
  ...hidden('application/octet-stream', [1, 2]),
  ...hidden('application/x-unknown', [1, 2]),
  {
    name: 'image with an attack in the query',
    target: '/?f=../../../../etc/passwd',
    ...typed('image/png', BINARY),
    denied: [1, 2],
  },
  { name: 'plain text', target: '/', ...typed('text/plain', 'a'), denied: [1, 2] },
  { name: 'other type', target: '/', ...typed('application/x-thing', 'a'), denied: [1, 2] },
  { name: 'PUT', target: '/', ...typed('application/json', '{}'), method: 'PUT', denied: [1] },
  { name: 'TRACE', target: '/', method: 'TRACE', denied: [1, 2] },
  {
    name: 'static file of a type that is refused otherwise',
    target: '/style.css',
    ...typed('application/x-thing', 'a'),
    denied: [],
  },
  {
    name: 'query that ends like a static file',
    target: '/admin?x=style.css',
    ...typed('application/x-thing', 'a'),
    denied: [1, 2],
  },
];

for (const set of ['built-in', 'crs'] as const) {
  for (const level of [1, 2] as const) {
    test(`profile pl${level} with the ${set} rules denies what it must`, async (t) => {
      if (set === 'crs' && !existsSync(join(SHARED_DATA, 'crs'))) {
        t.skip(`${SHARED_DATA}/crs is not here`);
        return;
      }
      const waf = await profiledWaf(set, level);
      for (const each of cases) {
        await t.test(rowTitle(each), () => {
          assert.equal(isDenied(waf, each), each.denied.includes(level), each.name);
        });
      }
      assert.equal(cases.length, 72);
      assert.equal(xmlDocuments.length, 10);
    });
  }
}

function isDenied(waf: CompiledWaf, { method = 'GET', target, headers = [], body = '' }: Case) {
  const transaction = waf.open(request(method, target, headers, body).head, 'test');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  transaction.close();
  return transaction.detected !== undefined;
}
