/** The order of the last steps of a batch: records before responses, and each kind together. */
import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { endWithBatch, RecordedResponse } from '#proxy/http/recorded-response.ts';

test('the records of a batch are written before its responses, each kind one after the other', async (t) => {
  const steps: string[] = [];
  const open = (name: string): RecordedResponse => {
    const socket = new Socket();
    t.mock.method(socket, '_write', (_chunk: unknown, _encoding: unknown, done: () => void) => {
      steps.push(`write ${name}`);
      done();
    });
    const response = new RecordedResponse(new IncomingMessage(socket));
    response.assignSocket(socket);
    response.beforeLast = (bytes) => steps.push(`record ${name} of ${bytes} bytes`);
    response.sendDate = false;
    response.writeHead(200, 'OK', ['Content-Length', '2', 'Connection', 'close']);
    return response;
  };
  const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'.length;
  for (const name of ['a', 'b', 'c']) {
    steps.push(`judge ${name}`);
    endWithBatch(open(name), Buffer.from('ok'));
  }
  await setImmediate();
  const names = ['a', 'b', 'c'];
  assert.deepEqual(steps, [
    ...names.map((name) => `judge ${name}`),
    ...names.map((name) => `record ${name} of ${bytes} bytes`),
    ...names.map((name) => `write ${name}`),
  ]);
});

test('a response whose client has gone announces nothing', async () => {
  const socket = new Socket();
  const response = new RecordedResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  let announced = 0;
  response.beforeLast = () => {
    announced += 1;
  };
  response.writeHead(200, 'OK', ['Content-Length', '2']);
  endWithBatch(response, Buffer.from('ok'));
  socket.destroy();
  await setImmediate();
  assert.equal(announced, 0);
});
