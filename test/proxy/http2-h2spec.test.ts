/** Conformance of HTTP/2 by h2spec, the Go program of H2SPEC or the PATH; each exception is in docs/http2.md. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { createAuthority, skip } from './helpers/certificates.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

const program = process.env['H2SPEC'] ?? 'h2spec';

/** What it prints, whatever its exit status; undefined: there is no such program. */
function h2spec(words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, words, { maxBuffer: 1e8 }, (error, stdout) => {
      resolve(error?.code === 'ENOENT' ? undefined : stdout);
    });
  });
}

/** Numbers and titles of the cases that failed, without those above them. */
function failuresOf(report: string): readonly string[] {
  const [, list = ''] = report.split(/^Failures:/m);
  return [...list.matchAll(/^ *× (.+)$/gm)].map(([, title = '']) => title.trim());
}

const PING = '2: Sends a PING frame with ACK';
const PREFACE = '2: Sends invalid connection preface';

test('h2spec passes, over TLS and with prior knowledge', { skip }, async (t) => {
  if ((await h2spec(['--version'])) === undefined) {
    return t.skip(`no ${program}: go install github.com/summerwind/h2spec/cmd/h2spec@latest`);
  }
  const any = { PROXY_WEB_HOSTS: '*' };
  const { cert, key } = createAuthority(t).sign('web', { hosts: ['web.test'] });
  const secure = await startTestProxy(t, {
    environment: { ...any, TLS_CERT: cert, TLS_KEY: key, HTTP2: 'on' },
  });
  const plain = await startTestProxy(t, { environment: { ...any, HTTP2_CLEARTEXT: 'on' } });
  const own = ['-h', '127.0.0.1', '-o', '5', '-p'];
  const overTls = (await h2spec([...own, String(secure.port), '-t', '-k'])) ?? '';
  const inClear = (await h2spec([...own, String(plain.port)])) ?? '';
  assert.match(overTls, /^14[0-9] tests, /m);
  assert.deepEqual(failuresOf(overTls), [PING]);
  assert.match(inClear, /^14[0-9] tests, /m);
  assert.deepEqual(failuresOf(inClear), [PREFACE, PING]);
});
