/** The interface to the store of shared state, which runs scripts: Redis or Valkey (docs/replicas.md). */

/** A value that a script returns: byte strings, integers, and lists of them. */
export type Reply = string | number | null | readonly Reply[];

/** A Lua script. Each call names all keys that it reads or writes. */
export type Script = { readonly text: string };

/** A call of a script. Keys and values are byte strings. */
export type ScriptCall = {
  readonly script: Script;
  /** All keys are in one hash slot when the store is a cluster. */
  readonly keys: readonly string[];
  readonly values: readonly (string | number)[];
};

export type Store = {
  /** Runs a script. Calls for the same key run in order. Rejects with an error of the server or of the connection. */
  readonly evaluate: (call: ScriptCall) => Promise<Reply>;
  /** Listens to a channel. Delivery is at most once: messages during a lost connection are lost. */
  readonly subscribe: (channel: string, listener: () => void) => Promise<void>;
  /** True when keys of different shards may be on different servers. */
  readonly isCluster: boolean;
  /** Returns false while there is no connection. */
  readonly isConnected: () => boolean;
  /** Replaces a connection that does not answer. */
  readonly restart: () => void;
  readonly close: () => void;
};

export type StoreEvents = {
  /** Called when a connection could not be made or was lost. */
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
  return typeof reply === 'string' || typeof reply === 'number' ? String(reply) : '';
}
