/** Backends that break off, at every stage of every framing: the client never takes the response for whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { playing, received, type Step } from './helpers/hostile-backend.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const HEADERS = ['User-Agent: Mozilla/5.0', 'Accept: */*', 'Connection: close'];
const SMALL = 'x'.repeat(1000);
/** More than all buffers between the backend and a client that is not reading hold. */
const LARGE = 'y'.repeat(300_000);

type Framing = {
  readonly name: string;
  readonly head: string;
  readonly frame: (body: string) => string;
  /** Only the end of the connection ends the body. */
  readonly endsWithConnection: boolean;
};

const FRAMINGS: readonly Framing[] = [
  {
    name: 'chunked',
    head: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    frame: (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    endsWithConnection: false,
  },
  {
    name: 'length',
    head: 'HTTP/1.1 200 OK\r\nContent-Length: LENGTH\r\n\r\n',
    frame: (body) => body,
    endsWithConnection: false,
  },
  {
    name: 'to the end of the connection',
    head: 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n',
    frame: (body) => body,
    endsWithConnection: true,
  },
  {
    name: 'HTTP/1.0',
    head: 'HTTP/1.0 200 OK\r\n\r\n',
    frame: (body) => body,
    endsWithConnection: true,
  },
];

/** The proxy gives up silent backends sooner. */
const ENDINGS: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ['FIN', ['FIN']],
  ['RST', ['RST']],
  ['RST later', [30, 'RST']],
  ['silence', [6000]],
];

type Case = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** 0: the client gets 200 and a body that is visibly cut, or 502 when the proxy sees both at once. */
  readonly status: number;
};

function casesOf(): readonly Case[] {
  const cases: Case[] = [];
  for (const { name, head, frame, endsWithConnection } of FRAMINGS) {
    for (const body of [SMALL, LARGE]) {
      const framedHead = head.replace('LENGTH', String(body.length));
      const framed = frame(body);
      for (const [ending, steps] of ENDINGS) {
        const none = ending === 'silence' ? 504 : 502;
        const whole = endsWithConnection ? ending === 'FIN' : true;
        const stages: readonly (readonly [stage: string, bytes: string, status: number])[] = [
          ['before the head', '', none],
          ['in the head', framedHead.slice(0, -7), none],
          ['behind the head', framedHead, endsWithConnection && whole ? 200 : 0],
          [
            'in the body',
            framedHead + framed.slice(0, framed.length / 2),
            endsWithConnection && whole ? 200 : 0,
          ],
          [
            'one byte early',
            framedHead + framed.slice(0, -1),
            endsWithConnection && whole ? 200 : 0,
          ],
          ['behind the body', framedHead + framed, whole ? 200 : 0],
        ];
        for (const [stage, bytes, status] of stages) {
          // A reset overtakes what has not been read yet.
          if (ending.startsWith('RST') && body === LARGE && status === 200) continue;
          const label = `${name}, ${body.length} bytes, ${ending} ${stage}`;
          cases.push({ name: label, steps: [bytes, ...steps], status });
        }
      }
    }
  }
  return cases;
}

test('a response that the backend breaks off is never whole for the client', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const environment = { BACKEND_RESPONSE_TIMEOUT: '2', BACKEND_IDLE_TIMEOUT: '1' };
  const proxy = await startProxyProcess(t, { environment, accounted: true });
  const cases = casesOf();
  proxy.backend.respond = playing(({ head }) => {
    const index = Number(/^GET \/([0-9]+) /.exec(head)?.[1]);
    return cases[index]?.steps ?? [];
  });
  const wrong: string[] = [];
  let ran = 0;
  const ask = async (index: number, version: string): Promise<void> => {
    const { name, status } = cases[index] ?? { name: '', status: 0 };
    const request = rawRequest(`/${index}`, HEADERS).replace('HTTP/1.1', version);
    const reply = await exchangeRaw(proxy.port, request, { untilClose: true, quietMs: 8000 });
    const got = received(reply);
    const label = `${version} client, ${name}: ${JSON.stringify(reply.bytes.slice(0, 200))}`;
    const asExpected =
      status === 0 ? !got.whole || got.status === 502 : got.whole && got.status === status;
    if (!asExpected) wrong.push(label);
    ran += 1;
  };
  const left = cases.flatMap((_, index) => [
    [index, 'HTTP/1.1'] as const,
    [index, 'HTTP/1.0'] as const,
  ]);
  const client = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await ask(next[0], next[1]);
  };
  await Promise.all(Array.from({ length: 24 }, client));
  assert.deepEqual(wrong, []);
  assert.equal(ran, 376);
  assert.doesNotMatch(proxy.stderr(), /^ +at /m);
  console.log(
    `${ran} of 376 endings of a backend: whole responses whole, broken ones visibly broken`,
  );
});
