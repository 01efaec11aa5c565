/** Whatever a client sends, each request gets one response and the server goes on. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { createConnection, ErrorCodes } from 'vscode-languageserver/node';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node';
import { connectionOptions } from '#compiler/cli/commands/lsp/cancellation.ts';
import { serve } from '#compiler/cli/commands/lsp/server.ts';
import { createSession } from '#compiler/cli/commands/lsp/session.ts';
import { createWorkspace } from '#compiler/cli/commands/lsp/workspace.ts';
import { defaultLevels } from '#compiler/cli/findings/levels.ts';
import { member, memberAt } from '#compiler/json.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

const RULES =
  'SecRule ARGS|TX:a "@rx %{tx.b}" "id:1,phase:2,deny,log,t:trim,skipAfter:END"\nSecMarker END\n';
const URI = 'file:///project/rules.conf';

const methods = [
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/documentSymbol',
  'textDocument/formatting',
  'textDocument/completion',
] as const;
const notifications = [
  'textDocument/didOpen',
  'textDocument/didChange',
  'textDocument/didClose',
  'textDocument/didSave',
  'workspace/didChangeWatchedFiles',
  '$/cancelRequest',
] as const;

type Spoken = {
  /** Sends a message without caring what it is. */
  readonly send: (message: object) => void;
  /** The response to a request. */
  readonly ask: (id: number, method: string, params: unknown) => Promise<unknown>;
  /** Ends it and says how many answers came. */
  readonly end: () => Promise<number>;
};

/** A server in this process that has opened the rules. */
async function spokenTo(
  params: object = { processId: null, rootUri: null, capabilities: {} },
): Promise<Spoken> {
  const files = memoryFiles({ '/project/rules.conf': RULES });
  const session = createSession(
    createWorkspace(files, '/project'),
    () => [profileOfEntries('test', ['rules.conf'])],
    defaultLevels,
  );
  const [input, output] = [new PassThrough(), new PassThrough()];
  const [reader, writer] = [new StreamMessageReader(output), new StreamMessageWriter(input)];
  const connection = createConnection(
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
    connectionOptions,
  );
  serve(connection, session);
  let answers = 0;
  const waiting = new Map<unknown, (answer: unknown) => void>();
  reader.listen((message) => {
    const id = member(message, 'id');
    if (id === undefined) return;
    answers += 1;
    waiting.get(id)?.(message);
  });
  const send = (message: object): void => void writer.write({ jsonrpc: '2.0', ...message });
  const ask: Spoken['ask'] = (id, method, params) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  await ask(0, 'initialize', params);
  const textDocument = { uri: URI, languageId: 'seclang', version: 1, text: RULES };
  send({ method: 'textDocument/didOpen', params: { textDocument } });
  return {
    send,
    ask,
    end: async () => {
      await ask(-1, 'shutdown', undefined);
      connection.dispose();
      return answers - 2;
    },
  };
}

test('a client may leave out everything in initialize', async (t) => {
  const rows: readonly object[] = [{}, { capabilities: null }, { capabilities: 5, rootUri: 5 }];
  for (const params of rows) {
    await t.test(JSON.stringify(params), async () => {
      const { ask, end } = await spokenTo(params);
      const answer = await ask(1, 'textDocument/hover', {
        textDocument: { uri: URI },
        position: { line: 0, character: 1 },
      });
      assert.match(JSON.stringify(memberAt(answer, 'result')), /SecRule/);
      await end();
    });
  }
  assert.equal(rows.length, 3);
});

const position = fc.record({ line: fc.nat(3), character: fc.nat(120) });
const textDocument = fc.record({
  uri: fc.constantFrom(URI, 'untitled:x', 'file:///none', ''),
  version: fc.nat(9),
  text: fc.string({ maxLength: 12 }),
});
const change = fc.record(
  { range: fc.record({ start: position, end: position }), text: fc.string({ maxLength: 12 }) },
  { requiredKeys: ['text'] },
);
/** Nearly right, so that most get past the checks of their shape. */
const params = fc.oneof(
  fc.record({ textDocument, position }),
  fc.record({ textDocument, contentChanges: fc.array(change, { maxLength: 3 }) }),
  fc.dictionary(fc.string(), fc.jsonValue()),
);
const message = fc.oneof(
  fc.record({ isRequest: fc.constant(true), method: fc.constantFrom(...methods), params }),
  fc.record({ isRequest: fc.constant(false), method: fc.constantFrom(...notifications), params }),
);

test('requests and notifications of any shape are answered', async () => {
  const property = fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (all) => {
    const { send, ask, end } = await spokenTo();
    const answers = all.flatMap(({ isRequest, method, params: given }, index) => {
      if (isRequest) return [ask(index + 1, method, given)];
      send({ method, params: given });
      return [];
    });
    await Promise.all(answers);
    assert.equal(await end(), answers.length);
  });
  await fc.assert(property, { numRuns: 100, seed: 7 });
});

/** Where the cursor can stand, every position is answered. */
test('requests at every position of a text are answered', async () => {
  const { ask, end } = await spokenTo();
  let asked = 0;
  for (const method of methods) {
    for (let character = 0; character <= RULES.length; character += 3) {
      asked += 1;
      const given = {
        textDocument: { uri: URI },
        position: { line: 0, character },
        context: { includeDeclaration: true },
      };
      const answer = await ask(asked, method, given);
      assert.equal(member(answer, 'error'), undefined, `${method} ${character}`);
    }
  }
  assert.equal(methods.length, 6);
  assert.ok(asked > 100);
  assert.equal(await end(), asked);
});

const AT = { textDocument: { uri: URI }, position: { line: 0, character: 9 } };

/** Params that lack what the request needs, with the first member that is missing. */
const invalid: readonly (readonly [method: string, params: unknown, names: string])[] = [
  ['textDocument/hover', {}, 'textDocument.uri'],
  ['textDocument/hover', { textDocument: { uri: URI } }, 'position'],
  ['textDocument/hover', { ...AT, position: { line: 'x' } }, 'position'],
  ['textDocument/hover', { ...AT, textDocument: null }, 'textDocument.uri'],
  ['textDocument/definition', {}, 'textDocument.uri'],
  ['textDocument/references', AT, 'context'],
  ['textDocument/documentSymbol', {}, 'textDocument.uri'],
  ['textDocument/formatting', { textDocument: {} }, 'textDocument.uri'],
  ['textDocument/codeAction', AT, 'context.diagnostics'],
  ['textDocument/completion', {}, 'textDocument.uri'],
  ['textDocument/documentHighlight', {}, 'textDocument.uri'],
  ['workspace/symbol', {}, 'query'],
  ['textDocument/foldingRange', {}, 'textDocument.uri'],
  ['textDocument/prepareRename', {}, 'textDocument.uri'],
  ['textDocument/rename', AT, 'newName'],
  ['textDocument/codeLens', {}, 'textDocument.uri'],
  ['textDocument/semanticTokens/full', {}, 'textDocument.uri'],
  ['textDocument/semanticTokens/range', AT, 'range'],
  ['textDocument/signatureHelp', {}, 'textDocument.uri'],
  ['workspace/executeCommand', {}, 'command'],
];

test('params without what a request needs get InvalidParams, which names the member', async (t) => {
  const { ask, end } = await spokenTo();
  let asked = 0;
  for (const [method, given, name] of invalid) {
    asked += 1;
    await t.test(`${method} ${asked}`, async () => {
      const answer = await ask(asked, method, given);
      assert.equal(memberAt(answer, 'error', 'code'), ErrorCodes.InvalidParams);
      assert.match(String(memberAt(answer, 'error', 'message')), new RegExp(`params.${name} must`));
    });
  }
  assert.equal(asked, 20);
  assert.equal(await end(), asked);
});
