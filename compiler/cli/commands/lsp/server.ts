/** The life of a language server: which messages it answers when, and with what (LSP 3.17, Lifecycle Messages). */

import { diagnose } from './diagnose.ts';
import type { Frame } from './frames.ts';
import {
  errorCodes,
  errorResponse,
  type Incoming,
  notificationOf,
  parseMessage,
  type ResponseError,
  responseOf,
} from './json-rpc.ts';
import { notifications, requests } from './methods.ts';
import { BadParams, rootUriOf } from './params.ts';
import type { Session } from './session.ts';
import { absoluteOf } from './workspace.ts';

/** What the server needs of its process. */
export type Host = {
  readonly send: (message: object) => void;
  /** For people who look for a fault. */
  readonly log: (text: string) => void;
  readonly exit: (code: 0 | 1) => void;
};

export type Server = { readonly receive: (frame: Frame) => void };

type State = {
  readonly session: Session;
  readonly host: Host;
  stage: 'new' | 'running' | 'stopped';
  timer: NodeJS.Timeout | undefined;
  /** Where diagnostics have been shown: they have to be taken back. */
  shown: ReadonlySet<string>;
};

/** Quick enough to feel immediate, slow enough not to check after every key. */
const DEBOUNCE_MS = 150;

export function createServer(session: Session, host: Host, version: string): Server {
  const state: State = { session, host, stage: 'new', timer: undefined, shown: new Set() };
  return {
    receive: (frame) => {
      if (frame.kind === 'Message') handle(state, parseMessage(frame.text), version);
      else {
        const error = { code: errorCodes.parseError, message: frame.reason };
        host.send(errorResponse(null, error));
      }
    },
  };
}

function handle(state: State, message: Incoming, version: string): void {
  const { host } = state;
  switch (message.kind) {
    case 'Invalid':
      host.send(errorResponse(message.id, message.error));
      return;
    case 'Request': {
      const reply = guarded(state, () => replyOf(state, message, version));
      host.send(
        reply.kind === 'Ok'
          ? responseOf(message.id, reply.result)
          : errorResponse(message.id, reply.error),
      );
      return;
    }
    case 'Notification':
      guarded(state, () => notice(state, message.method, message.params));
      return;
    case 'Response':
      return;
  }
}

type Reply =
  | { readonly kind: 'Ok'; readonly result: unknown }
  | { readonly kind: 'Error'; readonly error: ResponseError };

/** A fault in one answer is told and ends nothing. */
function guarded(state: State, run: () => Reply): Reply {
  try {
    return run();
  } catch (fault) {
    if (fault instanceof BadParams) return failure(errorCodes.invalidParams, fault.message);
    state.host.log(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
    return failure(errorCodes.internalError, 'A fault of portcullis; its log has more.');
  }
}

function failure(code: number, message: string): Reply {
  return { kind: 'Error', error: { code, message } };
}

const done: Reply = { kind: 'Ok', result: null };

function replyOf(
  state: State,
  { method, params }: Extract<Incoming, { kind: 'Request' }>,
  version: string,
): Reply {
  if (method === 'initialize' && state.stage === 'new') return initialize(state, params, version);
  if (state.stage === 'new') {
    return failure(errorCodes.serverNotInitialized, 'Send initialize first.');
  }
  if (state.stage === 'stopped' || method === 'initialize') {
    return failure(errorCodes.invalidRequest, `${method} cannot be sent now.`);
  }
  if (method === 'shutdown') {
    clearTimeout(state.timer);
    state.stage = 'stopped';
    return done;
  }
  const reply = requests.get(method);
  if (reply === undefined) return failure(errorCodes.methodNotFound, `${method} is not known.`);
  return { kind: 'Ok', result: reply(state.session, params) };
}

function initialize(state: State, params: unknown, version: string): Reply {
  const uri = rootUriOf(params);
  if (uri !== undefined) state.session.workspace.root = absoluteOf(uri).replace(/\/$/, '');
  state.stage = 'running';
  return { kind: 'Ok', result: { capabilities, serverInfo: { name: 'portcullis', version } } };
}

const capabilities = {
  positionEncoding: 'utf-16',
  // 2: changes come as ranges.
  textDocumentSync: { openClose: true, change: 2, save: true },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  completionProvider: { triggerCharacters: ['@', ':', '.', '{', '|', ',', '"', '=', '&', '!'] },
};

function notice(state: State, method: string, params: unknown): Reply {
  if (method === 'exit') state.host.exit(state.stage === 'stopped' ? 0 : 1);
  const take = notifications.get(method);
  if (state.stage !== 'running' || take === undefined) return done;
  take(state.session, params);
  clearTimeout(state.timer);
  state.timer = setTimeout(() => guarded(state, () => publish(state)), DEBOUNCE_MS);
  return done;
}

function publish(state: State): Reply {
  const { session, host } = state;
  const found = diagnose(session);
  const gone = [...state.shown].filter((uri) => !found.has(uri));
  for (const [uri, diagnostics] of [...found, ...gone.map((uri) => [uri, []] as const)]) {
    const version = session.workspace.open.get(absoluteOf(uri))?.version;
    host.send(notificationOf('textDocument/publishDiagnostics', { uri, version, diagnostics }));
  }
  state.shown = new Set(found.keys());
  return done;
}
