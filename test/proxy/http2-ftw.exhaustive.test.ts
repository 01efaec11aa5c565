/**
 * The OWASP CRS regression tests over HTTP/2: each request that can be put into it is sent to a proxy over both versions,
 * and the same rules must match. What HTTP/2 hides stands below with its reason; nothing else may deviate.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { reflect } from '#compiler/cli/ftw/reflect.ts';
import { sendRequest } from '#compiler/cli/ftw/send-request.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { CompiledWaf, Header, Transaction } from '#engine/host/compiled-waf.ts';
import { findCrs } from '#scripts/ftw/find-crs.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { DATA, END_STREAM, frame, headers, openFrameClient } from './helpers/http2-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

/** Tests whose requests match other rules over HTTP/2, by what it hides from them. */
const DEVIATIONS: readonly { readonly reason: string; readonly tests: readonly string[] }[] = [
  {
    reason:
      'The rule reads Connection, which HTTP/2 does not have; nor can it name a header to be removed.',
    tests: ['920210-2', '920210-3', '920210-4', '920210-5', '920210-6', '920210-7'],
  },
  {
    reason:
      'The same rules match; a malformed authority resets the stream, where HTTP/1.1 answers 400.',
    tests: ['920270-4'],
  },
  {
    reason:
      'Bytes over 127 in the target are refused before the rules: HTTP/1.1 answers 400, HTTP/2 resets the stream.',
    tests: ['934120-23', '934120-24', '934120-25', '934120-26', '934120-39'],
  },
];

type Translated =
  | { readonly kind: 'Request'; readonly fields: readonly Header[]; readonly body: string }
  /** Why there is no such request in HTTP/2. */
  | { readonly kind: 'None'; readonly reason: string };

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\/[\x21-\x7e\x80-\xff]*|\*) HTTP\/1\.1$/;
const FIELD =
  /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[\t ]*((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)[\t ]*$/;
/** RFC 9113 section 8.2.2: a translation leaves them out. */
const OF_CONNECTIONS = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);
/** More would have to wait for WINDOW_UPDATE. */
const MOST_BODY = 60_000;

function none(reason: string): Translated {
  return { kind: 'None', reason };
}

function translate(raw: string): Translated {
  const end = raw.indexOf('\r\n\r\n');
  if (end === -1) return none('the head has no end');
  const [line = '', ...lines] = raw.slice(0, end).split('\r\n');
  const [, method = '', path = ''] = REQUEST_LINE.exec(line) ?? [];
  if (method === '') return none('another request line: version, method or target');
  const fields: Header[] = [];
  for (const each of lines) {
    const [, name, value = ''] = FIELD.exec(each) ?? [];
    if (name === undefined) return none('a header that HTTP/2 cannot have');
    fields.push([name.toLowerCase(), value]);
  }
  const valuesOf = (wanted: string): readonly string[] =>
    fields.filter(([name]) => name === wanted).map(([, value]) => value);
  const [host = '', ...hosts] = valuesOf('host');
  if (host === '' || hosts.length > 0) return none('no Host, or several');
  const body = raw.slice(end + 4);
  const lengths = valuesOf('content-length');
  const isFramed = lengths.every((length) => length === String(body.length)) && lengths.length < 2;
  if (!isFramed || valuesOf('transfer-encoding').length > 0) return none('framing of HTTP/1.1');
  if (body !== '' && lengths.length === 0) return none('framing of HTTP/1.1');
  if (body.length > MOST_BODY) return none('a body over the first window');
  const kept = fields.filter(([name]) => name !== 'host' && !OF_CONNECTIONS.has(name));
  const pseudo: readonly Header[] = [
    [':method', method],
    [':scheme', 'http'],
    [':authority', host],
    [':path', path],
  ];
  return { kind: 'Request', fields: [...pseudo, ...kept], body };
}

async function sendOverHttp2(
  port: number,
  { fields, body }: Extract<Translated, { kind: 'Request' }>,
): Promise<number> {
  const client = openFrameClient(port);
  client.send(headers(1, fields, body === '' ? END_STREAM : 0));
  for (let from = 0; from < body.length; from += 16_384) {
    const part = body.slice(from, from + 16_384);
    client.send(frame(DATA, from + part.length === body.length ? END_STREAM : 0, 1, part));
  }
  const status = await client.statusOf(1);
  client.socket.destroy();
  return status;
}

/** The same rules; `opened` gets every transaction, `closed` those that have ended. */
function watched(waf: CompiledWaf, opened: Transaction[], closed: Transaction[]): CompiledWaf {
  return {
    ...waf,
    open: (...given) => {
      const transaction = waf.open(...given);
      const { close } = transaction;
      Object.assign(transaction, {
        close: () => {
          Reflect.apply(close, transaction, []);
          closed.push(transaction);
        },
      });
      opened.push(transaction);
      return transaction;
    },
  };
}

test('the regression tests of the CRS match the same rules over HTTP/1.1 and HTTP/2', async (t) => {
  const crs = findCrs(process.env);
  if (crs === undefined) return t.skip('no OWASP CRS with its tests: set CRS_DIR');
  const entries = ['test/cli/ftw/base.conf', ...crs.entries.map((entry) => resolve(entry))];
  const { program } = compile(profileOfEntries('crs', entries), disk);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const opened: Transaction[] = [];
  const closed: Transaction[] = [];
  let raw = '';
  const proxy = await startTestProxy(t, {
    web: watched(waf, opened, closed),
    environment: { HTTP2_CLEARTEXT: 'on', PROXY_WEB_HOSTS: '*', TRUSTED_PROXIES: '192.0.2.1' },
    respond: (_request, socket) => {
      const { head, body } = reflect(parseRequest(raw));
      const lines = head.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 ${head.status} Any\r\n${lines}\r\n${body}`, 'latin1');
    },
  });
  /** The status, and the rules that are logged. */
  const verdictOf = async (send: () => Promise<number>): Promise<string> => {
    waf.forget();
    opened.length = 0;
    closed.length = 0;
    const status = await send();
    await until(() => closed.length === opened.length);
    const ids = opened.flatMap(({ matches }) =>
      matches.filter(({ rule }) => rule.log).map(({ rule }) => rule.id),
    );
    return `${status} ${ids.join(' ')}`;
  };
  const left = new Map<string, number>();
  const deviating = new Map<string, string>();
  let compared = 0;
  for (const { id, stages } of readTests(crs.tests)) {
    for (const { input } of stages) {
      raw = buildRequest(input) ?? '';
      const translated = translate(raw);
      if (translated.kind === 'None') {
        left.set(translated.reason, (left.get(translated.reason) ?? 0) + 1);
        continue;
      }
      const before = await verdictOf(async () => {
        const response = await sendRequest({ host: '127.0.0.1', port: proxy.port }, raw);
        return response.kind === 'received' ? response.status : 0;
      });
      const after = await verdictOf(() => sendOverHttp2(proxy.port, translated));
      compared += 1;
      if (before !== after) deviating.set(id, `${before} | ${after}`);
    }
  }
  t.diagnostic(`${compared} requests compared, ${deviating.size} tests deviate`);
  t.diagnostic(`not in HTTP/2: ${JSON.stringify([...left])}`);
  if (process.env['FTW_SHOW']) for (const [id, what] of deviating) console.log(`${id}: ${what}`);
  const known = DEVIATIONS.flatMap(({ tests }) => tests);
  assert.deepEqual([...deviating.keys()].toSorted(), known.toSorted());
  assert.ok(compared > 3700, String(compared));
  return undefined;
});
