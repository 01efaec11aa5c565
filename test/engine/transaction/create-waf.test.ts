/** Life of a transaction as its host sees it: which phases run, when, and how often. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setRuleEngine } from '#engine/actions/control.ts';
import { allow, deny } from '#engine/actions/disruptive.ts';
import type { Settings, Transaction } from '#engine/host/compiled-waf.ts';
import { createWaf } from '#engine/transaction/create-waf.ts';
import type { Tx } from '#engine/transaction/tx.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest, parseResponse } from '../../helpers/http-block.ts';

const { program } = compileText('SecRuleEngine On\nSecResponseBodyAccess On', {}, []);
const request = parseRequest('GET / HTTP/1.1\nHost: a\n').head;
const response = parseResponse('HTTP/1.1 200 OK\nContent-Type: text/html\n').head;

type Start = {
  /** What a phase does besides noting that it ran. */
  readonly act?: (phase: number, tx: Tx) => void;
  readonly settings?: Partial<Settings>;
};

function start({ act, settings }: Start = {}): { transaction: Transaction; ran: number[] } {
  assert.ok(program !== undefined);
  const ran: number[] = [];
  const phases = [1, 2, 3, 4, 5].map((phase) => (tx: Tx): void => {
    ran.push(phase);
    act?.(phase, tx);
  });
  const { manifest } = program;
  const waf = createWaf({ manifest, settings: { ...program.settings, ...settings }, phases });
  return { transaction: waf.open(request, 'id'), ran };
}

function runAll(transaction: Transaction): void {
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody('');
  transaction.inspectResponseHeaders(response);
  transaction.inspectResponseBody('');
  transaction.close();
}

test('each phase runs once, whatever the host repeats', () => {
  const { transaction, ran } = start();
  runAll(transaction);
  runAll(transaction);
  assert.deepEqual(ran, [1, 2, 3, 4, 5]);
});

test('a phase that comes too late does not run', () => {
  const { transaction, ran } = start();
  transaction.inspectResponseHeaders(response);
  transaction.inspectRequestHeaders();
  transaction.close();
  assert.deepEqual(ran, [3, 5]);
});

test('after an interruption only the logging phase runs, and each phase returns the interruption again', () => {
  const { transaction, ran } = start({ act: (phase, tx) => phase === 2 && deny(tx, 7, 403) });
  assert.equal(transaction.inspectRequestHeaders(), undefined);
  const interruption = transaction.inspectRequestBody('');
  assert.deepEqual(interruption, { kind: 'deny', ruleId: 7, status: 403 });
  assert.equal(transaction.inspectResponseHeaders(response), interruption);
  runAll(transaction);
  assert.deepEqual(ran, [1, 2, 5]);
  assert.equal(transaction.interruption, interruption);
});

test('a closed transaction runs nothing', () => {
  const { transaction, ran } = start();
  transaction.close();
  runAll(transaction);
  assert.deepEqual(ran, [5]);
});

for (const [scope, expected] of [
  ['all', [1, 5]],
  ['request', [1, 3, 4, 5]],
  ['phase', [1, 2, 3, 4, 5]],
] as const) {
  test(`allow:${scope} in phase 1`, () => {
    const { transaction, ran } = start({ act: (phase, tx) => phase === 1 && allow(tx, scope) });
    runAll(transaction);
    assert.deepEqual(ran, expected);
  });
}

test('ctl:ruleEngine=Off ends the later phases, the logging phase too', () => {
  const { transaction, ran } = start({
    act: (phase, tx) => phase === 3 && setRuleEngine(tx, 'Off'),
  });
  runAll(transaction);
  assert.deepEqual(ran, [1, 2, 3]);
  assert.equal(transaction.wantsResponseBody, false);
});

test('the host may open a transaction in another mode', () => {
  assert.ok(program !== undefined);
  const phases = [(tx: Tx): void => deny(tx, 1, 403)];
  const { manifest, settings } = program;
  const waf = createWaf({ manifest, settings, phases });
  const [off, detect] = [waf.open(request, 'a', 'Off'), waf.open(request, 'b', 'DetectionOnly')];
  assert.deepEqual([off.inspectRequestHeaders(), off.detected], [undefined, undefined]);
  assert.deepEqual([detect.inspectRequestHeaders(), detect.detected?.status], [undefined, 403]);
});

/** Media type of the response, settings, whether rules want its body. */
const bodies: readonly (readonly [
  type: string | undefined,
  settings: Partial<Settings>,
  wanted: boolean,
])[] = [
  ['text/html', {}, true],
  ['TEXT/HTML; charset=utf-8', {}, true],
  ['text/plain ;x', {}, true],
  ['image/png', {}, false],
  ['text/html2', {}, false],
  [undefined, {}, false],
  ['text/html', { responseBodyAccess: false }, false],
  ['text/html', { ruleEngine: 'Off' }, false],
  ['text/html', { ruleEngine: 'DetectionOnly' }, true],
  ['application/json', { responseBodyMimeTypes: ['application/json'] }, true],
];

for (const [type, settings, wanted] of bodies) {
  test(`wantsResponseBody: ${type} ${JSON.stringify(settings)}`, () => {
    const { transaction } = start({ settings });
    assert.equal(transaction.wantsResponseBody, false, 'before the response');
    const headers = type === undefined ? [] : ([['content-type', type]] as const);
    transaction.inspectResponseHeaders({ ...response, headers });
    assert.equal(transaction.wantsResponseBody, wanted);
  });
}
