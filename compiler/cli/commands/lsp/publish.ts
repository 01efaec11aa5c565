/**
 * Sends diagnostics to the client after each change: those of the changed file immediately, those of all programs a
 * moment later.
 */
import { setTimeout } from 'node:timers/promises';
import {
  type CancellationToken,
  CancellationTokenSource,
  type Connection,
  type Diagnostic,
  ResponseError,
} from 'vscode-languageserver/node';
import type { Finding } from '../../findings/finding.ts';
import { runSteps, yieldToMessages } from './cancellation.ts';
import { diagnosticsOf, findingsOfAll, findingsOfFile } from './diagnose.ts';
import { type Known, quickFindings } from './quick-findings.ts';
import type { Session } from './session.ts';
import { absoluteOf, pathOf, uriOfPath } from './workspace.ts';

export type Publisher = {
  /** Reports a change, in this document when one is given. */
  readonly changed: (uri?: string) => void;
  readonly stop: () => void;
};

/** Repeated keys, and the changes of all files in a refactoring, count as one change. */
const DEBOUNCE_MS = 20;

/** The check of the programs begins only when the user pauses, so that typing is not delayed. */
const REST_MS = 100;

type State = {
  readonly connection: Connection;
  readonly session: Session;
  /** What the client shows, by URI: the version and the diagnostics as JSON. */
  readonly shown: Map<string, string>;
  /** Documents that have changed since the last check. */
  readonly changed: Set<string>;
  /** Findings of each file alone, by path, since its last change. */
  readonly alone: Map<string, readonly Finding[]>;
  /** Findings of the last full check, by path. */
  known: ReadonlyMap<string, Known>;
};

export function createPublisher(connection: Connection, session: Session): Publisher {
  const state: State = {
    connection,
    session,
    shown: new Map(),
    changed: new Set(),
    alone: new Map(),
    known: new Map(),
  };
  let running = new CancellationTokenSource();
  return {
    changed: (uri) => {
      if (uri !== undefined) state.changed.add(uri);
      running.cancel();
      running = new CancellationTokenSource();
      check(state, running.token).catch((error: unknown) => {
        // A change has cancelled this check; the next one is scheduled.
        if (error instanceof ResponseError) return;
        connection.console.error(error instanceof Error ? `${error.stack}` : String(error));
      });
    },
    stop: () => running.cancel(),
  };
}

/** Throws when it is cancelled. */
async function check(state: State, token: CancellationToken): Promise<void> {
  await setTimeout(DEBOUNCE_MS);
  await yieldToMessages(token);
  for (const uri of state.changed) {
    state.changed.delete(uri);
    publishFile(state, uri);
    await yieldToMessages(token);
  }
  await setTimeout(REST_MS);
  await yieldToMessages(token);
  publishAll(state, await runSteps(findingsOfAll(state.session), token));
}

function publishFile(state: State, uri: string): void {
  const { session, known } = state;
  const path = pathOf(session.workspace, uri);
  const text = session.workspace.files.read(path);
  if (text === undefined) return;
  const found = findingsOfFile(session, path);
  state.alone.set(path, found);
  const quick = quickFindings(known.get(path), found, { path, text });
  // Without a full check yet, an empty list would wrongly mean that there are no findings.
  if (quick.length > 0 || known.has(path)) publish(state, uri, diagnosticsOf(session, quick));
}

function publishAll(state: State, findings: readonly Finding[]): void {
  const { session, shown, alone } = state;
  const { workspace } = session;
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { path } = finding.span.source;
    byPath.set(path, [...(byPath.get(path) ?? []), finding]);
  }
  const found = new Map([...byPath].map(([path, of]) => [uriOfPath(workspace, path), of]));
  const open = new Set([...workspace.open.values()].map(({ uri }) => uri));
  for (const uri of new Set([...found.keys(), ...open, ...shown.keys()])) {
    publish(state, uri, diagnosticsOf(session, found.get(uri) ?? []));
    if (!found.has(uri) && !open.has(uri)) shown.delete(uri);
  }
  state.known = new Map(
    [...alone].map(([path, of]) => [path, { whole: byPath.get(path) ?? [], alone: of }]),
  );
}

/** Sends the diagnostics unless the client already shows them. */
function publish({ connection, session, shown }: State, uri: string, found: Diagnostic[]): void {
  const version = session.workspace.open.get(absoluteOf(uri))?.version;
  const text = JSON.stringify([version, found]);
  if (shown.get(uri) === text) return;
  shown.set(uri, text);
  const of = version === undefined ? {} : { version };
  void connection.sendDiagnostics({ uri, ...of, diagnostics: found });
}
