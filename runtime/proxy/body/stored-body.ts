/** A whole request body, in memory or on disk, that can be inspected and sent as often as needed. */
import type { Readable, Writable } from 'node:stream';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { BodySource } from './body-source.ts';

export type LentBody = {
  readonly source: BodySource;
  /** Returns the body when the thread no longer reads it, so that it can be released. Must be called once. */
  readonly giveBack: () => void;
};

export type StoredBody = {
  /** Size in bytes. */
  readonly size: number;
  /** True when the body is larger than what each request may keep in memory, so that it has to be released. */
  readonly isLarge: boolean;
  /** Returns the first `limit` bytes for the engine. Rejects when the disk fails. */
  readonly text: (limit: number) => Promise<ByteString>;
  /** Lends the first `length` bytes to another thread. Throws when the body has been released. */
  readonly lend: (length: number) => LentBody;
  /** Streams the whole body; the stream emits an error when the disk fails. */
  readonly stream: () => Readable;
  /** Writes the whole body to `to` and ends `to`; calls `lost` when the disk fails. */
  readonly sendTo: (to: Writable, lost: () => void) => void;
  /** Frees the space. Further calls do nothing. */
  readonly release: () => Promise<void>;
};
