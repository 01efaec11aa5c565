/** gRPC-Web: refused as built, passes with `profiles/grpc-web.conf`, as docs/operators.md says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

/** A frame with one message: no compression, seven bytes, field 1 is "world". */
const FRAME = '\x00\x00\x00\x00\x07\x0a\x05world';
const TEXT = Buffer.from(FRAME, 'latin1').toString('base64');
/** The response: a message, and a frame of trailers in the body. */
const ANSWER = `${FRAME}\x80\x00\x00\x00\x0fgrpc-status:0\r\n`;

const TYPES: readonly (readonly [type: string, body: string, isGrpcWeb: boolean])[] = [
  ['application/grpc-web', FRAME, true],
  ['application/grpc-web+proto', FRAME, true],
  ['application/grpc-web+json', '\x00\x00\x00\x00\x0b{"a":"b c"}', true],
  ['application/grpc-web-text', TEXT, true],
  ['application/grpc-web-text+proto', TEXT, true],
  ['Application/gRPC-Web+Proto', FRAME, true],
  ['application/grpc-web+proto; charset=utf-8', FRAME, true],
  ['application/grpc', FRAME, false],
  ['application/grpc-webx', FRAME, false],
  ['application/x-grpc-web', FRAME, false],
];

/** Without the file, 403 by rule 920420; JSON in a frame is no JSON: 400 by rule 200002. */
const REFUSED = (type: string): number => (type.endsWith('+json') ? 400 : 403);

/** The profile pl2, with the file behind its setup file, as one module. */
function compileProfile(out: string): void {
  const { files }: { files: readonly string[] } = JSON.parse(
    readFileSync('profiles/pl2.json', 'utf8'),
  );
  const entries = files.flatMap((file) => {
    const path = file.replace('{rules}', 'rules');
    return path.endsWith('pl2-setup.conf') ? [path, 'profiles/grpc-web.conf'] : [path];
  });
  assert.equal(entries.length, files.length + 1);
  const words = ['compile', '--profile', 'pl2', '--entry', ...entries, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, [COMMAND_LINE, ...words], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

test('the content types of gRPC-Web pass where the profile allows them', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const module = join(emptyFolder(t), 'pl2.mjs');
  compileProfile(module);
  const closed = await startProxyProcess(t, { accounted: true });
  const open = await startProxyProcess(t, {
    accounted: true,
    environment: { ENGINE_RULES_PATH_APIS: module },
  });
  let ran = 0;
  for (const proxy of [closed, open]) {
    proxy.backend.respond = (_request, socket) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web+proto\r\nContent-Length: ${ANSWER.length}`;
      socket.write(`${head}\r\n\r\n${ANSWER}`, 'latin1');
    };
    for (const [type, body, isGrpcWeb] of TYPES) {
      const headers = [
        'User-Agent: grpc-web-javascript/0.1',
        'Accept: application/grpc-web-text',
        'X-Grpc-Web: 1',
        `Content-Type: ${type}`,
      ];
      const options = { method: 'POST', host: 'api.test', body };
      const reply = await exchangeRaw(
        proxy.port,
        rawRequest('/greet.Greeter/Hello', headers, options),
      );
      const passes = proxy === open && isGrpcWeb;
      const expected = passes ? 200 : REFUSED(type);
      assert.equal(reply.status, expected, `${type}: ${reply.bytes}`);
      if (passes) {
        assert.equal(proxy.backend.requests.at(-1)?.body, body, type);
        assert.equal(reply.body, ANSWER, type);
      }
      ran += 1;
    }
  }
  assert.equal(ran, 20);
  const attack = rawRequest(
    "/?id=1'%20OR%20'1'='1",
    ['User-Agent: x', 'Accept: */*', 'Content-Type: application/grpc-web+proto'],
    { method: 'POST', host: 'api.test', body: FRAME },
  );
  assert.equal((await exchangeRaw(open.port, attack)).status, 403);
});
