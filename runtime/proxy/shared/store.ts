/** What replicas share lies in a store that runs scripts: Redis or Valkey (docs/replicas.md). */

/** Byte strings and integers, as a script returns them. */
export type Reply = string | number | null | readonly Reply[];

/** A Lua script. Each call names all keys that it reads or writes. */
export type Script = { readonly name: string; readonly text: string };

/** Byte strings. */
export type ScriptCall = {
  readonly script: Script;
  /** All in one hash slot when the store is a cluster. */
  readonly keys: readonly string[];
  readonly values: readonly (string | number)[];
};

export type Store = {
  /** Calls are run in order for each key. Rejects with an error of the server or of the connection. */
  readonly evaluate: (call: ScriptCall) => Promise<Reply>;
  /** Messages come at most once: those of a time without connection are lost. */
  readonly subscribe: (channel: string, listener: () => void) => Promise<void>;
  /** Keys of different shards may be on different servers. */
  readonly isCluster: boolean;
  /** False while there is no connection. */
  readonly isConnected: () => boolean;
  /** Gives up a connection that does not answer, and makes a new one. */
  readonly restart: () => void;
  readonly close: () => void;
};

export type StoreEvents = {
  /** A connection could not be made, or is lost. */
  readonly lost: (error: unknown) => void;
};

export function numberIn(reply: Reply | undefined, otherwise = 0): number {
  const number = typeof reply === 'string' ? Number(reply) : reply;
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise;
}

export function listIn(reply: Reply | undefined): readonly Reply[] {
  return typeof reply === 'object' && reply !== null ? reply : [];
}

export function textIn(reply: Reply | undefined): string {
  return typeof reply === 'string' ? reply : typeof reply === 'number' ? String(reply) : '';
}
