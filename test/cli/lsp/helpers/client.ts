/** A language client: starts `portcullis lsp` and speaks to it over its pipes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createFrameReader, frameOf } from '../../../../compiler/cli/commands/lsp/frames.ts';
import { member } from '../../../../compiler/cli/commands/lsp/json-rpc.ts';
import { commandLine } from '../../../helpers/command-line.ts';

export type Client = {
  readonly request: (method: string, params?: unknown) => Promise<unknown>;
  readonly notify: (method: string, params?: unknown) => void;
  /** Bytes as they are. */
  readonly write: (text: string) => void;
  /** The next message that passes, sent before or after the call. */
  readonly next: (accepts: (message: unknown) => boolean) => Promise<unknown>;
  readonly exitCode: Promise<number | null>;
  readonly hangUp: () => void;
  readonly kill: () => void;
};

type Waiting = {
  readonly accepts: (message: unknown) => boolean;
  readonly resolve: (message: unknown) => void;
};

/** `words` follow the command. The process ends with the test that calls `kill`. */
export function startClient(cwd: string, ...words: readonly string[]): Client {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [...commandLine, 'lsp', ...words],
    { cwd },
  );
  const received: unknown[] = [];
  const waiting: Waiting[] = [];
  const read = createFrameReader();
  child.stderr.pipe(process.stderr);
  child.stdout.on('data', (chunk: Buffer) => {
    for (const frame of read(chunk)) {
      if (frame.kind === 'Message') deliver(JSON.parse(frame.text), received, waiting);
    }
  });
  const next: Client['next'] = (accepts) =>
    new Promise((resolve) => {
      const index = received.findIndex(accepts);
      if (index === -1) waiting.push({ accepts, resolve });
      else resolve(received.splice(index, 1)[0]);
    });
  let lastId = 0;
  return {
    request: (method, params) => {
      lastId += 1;
      const id = lastId;
      child.stdin.write(frameOf({ jsonrpc: '2.0', id, method, params }));
      return next((message) => member(message, 'id') === id);
    },
    notify: (method, params) => child.stdin.write(frameOf({ jsonrpc: '2.0', method, params })),
    write: (text) => child.stdin.write(text),
    next,
    exitCode: new Promise((resolve) => child.on('exit', resolve)),
    hangUp: () => child.stdin.end(),
    kill: () => child.kill(),
  };
}

function deliver(message: unknown, received: unknown[], waiting: Waiting[]): void {
  const index = waiting.findIndex(({ accepts }) => accepts(message));
  if (index === -1) received.push(message);
  else waiting.splice(index, 1)[0]?.resolve(message);
}
