/** Whatever a client sends, each request gets one answer and the server goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { member } from '../../../compiler/cli/commands/lsp/json-rpc.ts';
import { notifications, requests } from '../../../compiler/cli/commands/lsp/methods.ts';
import { createServer } from '../../../compiler/cli/commands/lsp/server.ts';
import { createSession } from '../../../compiler/cli/commands/lsp/session.ts';
import { createWorkspace } from '../../../compiler/cli/commands/lsp/workspace.ts';
import { defaultLevels } from '../../../compiler/cli/findings/levels.ts';
import { profileOfEntries } from '../../../compiler/profile.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

const RULES =
  'SecRule ARGS|TX:a "@rx %{tx.b}" "id:1,phase:2,deny,log,t:trim,skipAfter:END"\nSecMarker END\n';
const URI = 'file:///project/rules.conf';

type Spoken = {
  readonly sent: object[];
  readonly logged: string[];
  readonly receive: (text: string) => void;
  /** Stops the timer of the diagnostics, which no test waits for. */
  readonly end: () => void;
};

/** A server that has opened the rules. */
function spokenTo(): Spoken {
  const files = memoryFiles({ '/project/rules.conf': RULES });
  const workspace = createWorkspace(files, '/project');
  const session = createSession(
    workspace,
    () => [profileOfEntries('test', ['rules.conf'])],
    defaultLevels,
  );
  const [sent, logged]: [object[], string[]] = [[], []];
  const host = {
    send: (message: object) => sent.push(message),
    log: (text: string) => logged.push(text),
    exit: () => {},
  };
  const server = createServer(session, host, 'test');
  const receive = (text: string): void => server.receive({ kind: 'Message', text });
  receive(JSON.stringify({ id: 0, method: 'initialize', params: {} }));
  const textDocument = { uri: URI, version: 1, text: RULES };
  receive(JSON.stringify({ method: 'textDocument/didOpen', params: { textDocument } }));
  const end = (): void => receive(JSON.stringify({ id: 'end', method: 'shutdown' }));
  return { sent, logged, receive, end };
}

const position = fc.record({ line: fc.nat(3), character: fc.nat(120) });
const textDocument = fc.record({ uri: fc.constantFrom(URI, 'untitled:x', 'file:///none', '') });
const change = fc.record(
  { range: fc.record({ start: position, end: position }), text: fc.string({ maxLength: 12 }) },
  { requiredKeys: ['text'] },
);
/** Nearly right, so that most get past the checks of their shape. */
const params = fc.oneof(
  fc.record({ textDocument, position }),
  fc.record({ textDocument, contentChanges: fc.array(change, { maxLength: 3 }) }),
  fc.jsonValue(),
);
const method = fc.constantFrom(...[...requests.keys(), ...notifications.keys()]);

test('requests and notifications of any shape', () => {
  const messages = fc.array(fc.record({ method, params, isRequest: fc.boolean() }), {
    maxLength: 8,
  });
  const property = fc.property(messages, (all) => {
    const { sent, logged, receive, end } = spokenTo();
    all.forEach(({ method: name, params: given, isRequest }, index) => {
      const id = isRequest ? { id: index + 1 } : {};
      receive(JSON.stringify({ ...id, method: name, params: given }));
    });
    end();
    const answered = sent
      .map((message) => member(message, 'id'))
      .filter((id) => id !== 0 && id !== 'end');
    const asked = all.flatMap(({ isRequest }, index) => (isRequest ? [index + 1] : []));
    assert.deepEqual(answered, asked);
    assert.deepEqual(logged, []);
  });
  fc.assert(property, { numRuns: 300, seed: 7 });
});

test('texts that are no messages', () => {
  const property = fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const { sent, logged, receive, end } = spokenTo();
    const before = sent.length;
    receive(text);
    const error = member(sent.at(-1), 'error');
    assert.equal(sent.length, before + 1);
    assert.notEqual(error, undefined);
    end();
    assert.deepEqual(logged, []);
  });
  fc.assert(property, { numRuns: 300, seed: 7 });
});

/** Where the cursor can stand, every position is answered. */
test('every place of a text', () => {
  const { sent, logged, receive, end } = spokenTo();
  let asked = 0;
  for (const name of requests.keys()) {
    for (let character = 0; character <= RULES.length; character += 3) {
      asked += 1;
      const where = { textDocument: { uri: URI }, position: { line: 0, character } };
      receive(JSON.stringify({ id: asked, method: name, params: where }));
    }
  }
  end();
  assert.ok(asked > 100);
  assert.deepEqual(
    sent.filter((message) => member(message, 'error') !== undefined),
    [],
  );
  assert.deepEqual(logged, []);
});
