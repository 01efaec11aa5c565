/**
 * What a real OpenTelemetry Collector makes of the spans of the built proxy. COLLECTOR names its program, with the otlp
 * receiver and the debug exporter (docs/testing.md).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyFolder, isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';

const PROGRAM = process.env['COLLECTOR'];
const skip = PROGRAM === undefined ? 'COLLECTOR names no program of the Collector' : false;

type Collector = {
  readonly url: string;
  /** What it has printed; the debug exporter prints every span with all that it has. */
  readonly printed: () => string;
};

async function startCollector(t: TestContext, program: string): Promise<Collector> {
  const port = await freePort();
  const file = join(emptyFolder(t), 'collector.yaml');
  writeFileSync(
    file,
    `receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } } }
exporters: { debug: { verbosity: detailed } }
service:
  telemetry: { metrics: { level: none } }
  pipelines: { traces: { receivers: [otlp], exporters: [debug] } }
`,
  );
  const child = spawn(program, [`--config=file:${file}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await until(() => text.includes('Everything is ready'));
  assert.match(text, /Everything is ready/);
  return { url: `http://127.0.0.1:${port}`, printed: () => text };
}

/** The spans that the debug exporter has printed, each as its lines. */
function spansIn(text: string): readonly string[] {
  return text.split(/^Span #\d+$/m).slice(1);
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const LINES = ['User-Agent: café "x"', 'Accept: */*'];
const protocols: readonly (readonly [protocol: string, compression: string])[] = [
  ['http/protobuf', 'none'],
  ['http/protobuf', 'gzip'],
  ['http/json', 'none'],
];

test('a Collector reads spans with everything that is in them', { skip }, async (t) => {
  if (!isBuilt(t, PROXY)) return;
  let ran = 0;
  for (const [protocol, compression] of protocols) {
    await t.test(rowTitle(`${protocol}, ${compression}`), async (row) => {
      const collector = await startCollector(row, PROGRAM ?? '');
      const { port } = await startProxyProcess(row, {
        environment: {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
          OTEL_EXPORTER_OTLP_COMPRESSION: compression,
          OTEL_BSP_SCHEDULE_DELAY: '20',
          OTEL_SERVICE_NAME: 'edge',
        },
      });
      const context = [`traceparent: 00-${TRACE}-${PARENT}-01`, 'tracestate: a=1'];
      const lines = LINES.map((line) => Buffer.from(line).toString('latin1'));
      const passed = rawRequest('/a?page=2&token=x', [...lines, ...context]);
      assert.equal((await exchangeRaw(port, passed)).status, 200);
      const attack = rawRequest("/?id=1'%20OR%20'1'='1", lines);
      assert.equal((await exchangeRaw(port, attack)).status, 403);
      await until(() => spansIn(collector.printed()).length === 3);
      const spans = spansIn(collector.printed());
      assert.equal(spans.length, 3);
      assert.match(collector.printed(), /-> service\.name: Str\(edge\)/);
      const find = (pattern: RegExp): string => spans.find((span) => pattern.test(span)) ?? '';
      const server = find(new RegExp(`Parent ID +: ${PARENT}`));
      for (const pattern of [
        new RegExp(`Trace ID +: ${TRACE}`),
        /Name +: GET/,
        /Kind +: Server/,
        /TraceState +: a=1/,
        /Status code +: Unset/,
        /-> http\.response\.status_code: Int\(200\)/,
        /-> url\.query: Str\(page=2&token=\[redacted\]\)/,
        /-> user_agent\.original: Str\(café "x"\)/,
        /-> waf\.outcome: Str\(pass\)/,
      ])
        assert.match(server, pattern);
      const id = /^ +ID +: ([0-9a-f]{16})$/m.exec(server)?.[1];
      const client = find(/Kind +: Client/);
      assert.match(client, new RegExp(`Parent ID +: ${id}`));
      assert.match(client, /-> url\.full: Str\(http:\/\/127\.0\.0\.1:\d+\/a\?page=2/);
      const blocked = find(/-> waf\.outcome: Str\(block\)/);
      assert.match(blocked, /-> waf\.rules\.matched: Slice\(\[\d+/);
      assert.match(blocked, /-> waf\.anomaly_score\.inbound: Int\(\d+\)/);
      ran += 1;
    });
  }
  assert.equal(ran, 3);
});
