/** The layout that V8 gives to requests and responses of Express, on which the adapter's speed depends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import express from 'express';
import { portcullis } from '#adapters/node/index.ts';
import { shareLayout } from '#adapters/node/share-layout.ts';
import { RULES, wafOf } from './helpers/rules.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameLayout: (one: object, other: object) => boolean = runInThisContext(
  '(one, other) => %HaveSameMap(one, other)',
);
const isHashTable: (object: object) => boolean = runInThisContext(
  '(object) => !%HasFastProperties(object)',
);
/** From version 13 on, V8 has one layout for such objects anyway. */
const isOldV8 = Number.parseInt(process.versions.v8, 10) < 13;

test('objects with a replaced prototype share a layout', () => {
  const prototype = Object.create(IncomingMessage.prototype);
  const [one, other] = [1, 2].map((value) => {
    const object = Object.setPrototypeOf({ value }, prototype);
    object.added = value;
    return object;
  });
  for (const object of [one, other]) shareLayout(object);
  assert.ok(haveSameLayout(one, other));
});

test('the adapter changes the layout of requests and responses of Express', async () => {
  const seen: object[] = [];
  const app = express();
  app.use(portcullis({ waf: await wafOf(RULES), onAudit: () => undefined }));
  app.use((request, response) => {
    seen.push(request, response);
    response.end();
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.deepEqual(seen.map(isHashTable), [isOldV8, isOldV8]);
});

test('the properties stay as they are, whatever the prototype is', () => {
  class Own extends IncomingMessage {}
  const prototypes = [Object.create(IncomingMessage.prototype), Own.prototype, null];
  for (const prototype of prototypes) {
    const object = Object.setPrototypeOf({ first: 1, second: 2 }, prototype);
    shareLayout(object);
    assert.deepEqual(Reflect.ownKeys(object), ['first', 'second']);
    assert.deepEqual([object.first, object.second], [1, 2]);
    assert.equal(Object.getPrototypeOf(object), prototype);
  }
});
