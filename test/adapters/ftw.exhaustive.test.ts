/**
 * The OWASP CRS regression tests through every adapter, over sockets. What deviates from the proxy is in
 * deviations.ts with its reason: nothing else may, and nothing there may pass.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import type { InspectorOptions } from '#adapters/core/options.ts';
import { buildRequest } from '#compiler/cli/ftw/build-request.ts';
import type { FtwTest } from '#compiler/cli/ftw/ftw-types.ts';
import { type FtwOverride, readOverrides } from '#compiler/cli/ftw/overrides.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { reflect } from '#compiler/cli/ftw/reflect.ts';
import { runTests } from '#compiler/cli/ftw/run-tests.ts';
import { sendRequest } from '#compiler/cli/ftw/send-request.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { CompiledWaf, Transaction } from '#engine/host/compiled-waf.ts';
import { errorLogLine } from '#engine/log/error-log.ts';
import { findCrs } from '#scripts/ftw/find-crs.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { deviations } from './deviations.ts';
import { bridge } from './helpers/bridge.ts';
import { type Answer, type Application, type Framework, frameworks } from './helpers/frameworks.ts';

const crs = findCrs(process.env);
const include = process.env['FTW_INCLUDE'] ? new RegExp(process.env['FTW_INCLUDE']) : undefined;

let waf: CompiledWaf;
let tests: readonly FtwTest[] = [];
let overrides: readonly FtwOverride[] = [];

before(async () => {
  if (crs === undefined) return;
  const entries = ['test/cli/ftw/base.conf', ...crs.entries.map((entry) => resolve(entry))];
  const { program } = compile(profileOfEntries('crs', entries), disk);
  assert.ok(program !== undefined);
  waf = await loadProgram(program);
  tests = readTests(crs.tests);
  overrides = readOverrides('test/cli/ftw/overrides.yaml');
});

type Opened = { readonly transaction: Transaction; readonly closed: Promise<void> };

/** The same rules; `opened` gets every transaction. */
function watched(opened: Opened[]): CompiledWaf {
  return {
    ...waf,
    open: (...given) => {
      const transaction = waf.open(...given);
      const close = transaction.close;
      const closed = new Promise<void>((done) => {
        Object.assign(transaction, {
          close: () => {
            Reflect.apply(close, transaction, []);
            done();
          },
        });
      });
      opened.push({ transaction, closed });
      return transaction;
    },
  };
}

function answerTo(raw: string): Answer {
  const { head, body } = reflect(parseRequest(raw));
  return {
    status: head.status,
    headers: Object.fromEntries(head.headers),
    body: Buffer.from(body, 'latin1'),
  };
}

type Socket = { readonly port: number; readonly close: () => void };

/** On a socket, whatever the framework is. */
async function listen(
  { start }: Framework,
  options: InspectorOptions,
  application: Application,
): Promise<Socket> {
  const app = await start(options, application);
  const { port } = app;
  return port === undefined ? bridge(app.send) : { port, close: app.close };
}

/** Which of the tests have a request that comes through to the application in blocking mode. */
async function reachedWhenBlocking(
  framework: Framework,
  ids: readonly string[],
): Promise<readonly string[]> {
  let reached = false;
  const options = { waf, mode: 'block', onAudit: () => undefined } as const;
  const socket = await listen(framework, options, () => {
    reached = true;
    return { status: 200, headers: {}, body: '' };
  });
  const found: string[] = [];
  const chosen = tests.filter(({ id }) => ids.includes(id));
  for (const { id, stages } of chosen) {
    reached = false;
    for (const { input } of stages) {
      const request = buildRequest(input);
      if (request !== undefined) await sendRequest({ host: '127.0.0.1', ...socket }, request);
    }
    if (reached) found.push(id);
  }
  socket.close();
  assert.equal(chosen.length, ids.length);
  return found;
}

for (const framework of frameworks) {
  const { name } = framework;
  test(`${name}: the regression tests of the CRS`, async (context) => {
    if (crs === undefined) return context.skip('no OWASP CRS with its tests: set CRS_DIR');
    const opened: Opened[] = [];
    let raw = '';
    const options = { waf: watched(opened), onAudit: () => undefined };
    const socket = await listen(framework, options, () => answerTo(raw));
    const summary = await runTests(
      { tests, include, overrides },
      {
        start: () => waf.forget(),
        unjudged: () => undefined,
        exchange: async (request) => {
          opened.length = 0;
          raw = request;
          const response = await sendRequest({ host: '127.0.0.1', port: socket.port }, request);
          await Promise.all(opened.map(({ closed }) => closed));
          const lines = opened.flatMap(({ transaction }) =>
            transaction.matches
              .filter(({ rule }) => rule.log)
              .map((match) => errorLogLine(transaction, match)),
          );
          return { response, lines };
        },
      },
    );
    socket.close();
    const failed = summary.results.flatMap((result) =>
      result.kind === 'failed' ? [[result.test.id, result.failure.reason] as const] : [],
    );
    console.log(
      `${name}: ${summary.passed} passed, ${failed.length} deviate, ${summary.skipped} skipped`,
    );
    if (process.env['FTW_SHOW'])
      for (const [id, reason] of failed) console.log(`${name} ${id} ${reason}`);
    const known = deviations.flatMap(({ adapters, tests: ids }) =>
      adapters.includes(name) ? ids : [],
    );
    const relevant = known.filter((id) => include?.test(id) !== false);
    assert.deepEqual(failed.map(([id]) => id).toSorted(), relevant.toSorted());
    assert.ok(summary.passed > (include === undefined ? 3000 : 0));
    const harmless = deviations.flatMap((each) =>
      each.reachesApplication === true && each.adapters.includes(name) ? each.tests : [],
    );
    const reached = await reachedWhenBlocking(framework, relevant);
    assert.deepEqual(
      reached.filter((id) => !harmless.includes(id)),
      [],
    );
    return undefined;
  });
}
