/** Decodes content codings for inspection, within limits; the forwarded body stays unchanged. */
import { pipeline } from 'node:stream/promises';
import type { Coding, Decoder } from '../http/content-coding.ts';
import { createBodyStore, type SpoolFolder } from './body-store.ts';
import type { StoredBody } from './stored-body.ts';

export type DecodeLimits = {
  /** Most bytes after decoding; longer bodies are cut. */
  readonly total: number;
  /** Most bytes in memory; longer bodies go to disk. */
  readonly memory: number;
  /** The highest ratio of decoded to encoded bytes; it applies after the first FREE_BYTES. */
  readonly expansion: number;
};

export type Decoded =
  /**
   * `whole` is false when `body` is only the beginning of a longer body; it may then be slightly longer than the
   * limits.
   */
  | { readonly kind: 'Decoded'; readonly body: StoredBody; readonly whole: boolean }
  /** The body is not in its coding, incomplete, followed by other bytes, or valid in two formats. */
  | { readonly kind: 'Broken' }
  | { readonly kind: 'TooSlow' }
  /** The body could not be stored, because of disk, file descriptors or budget. */
  | { readonly kind: 'NotStored'; readonly error: unknown };

/** Decoded bytes that are allowed at any ratio, because small bodies may be all zeros. */
const FREE_BYTES = 524_288;

/** Milliseconds for decoding. Size alone does not bound the work, because blocks may be empty. */
const DECODE_MS = 2000;

/** Decodes `body`, which is the complete body if `whole` is true. The caller releases `body` and the result's body. */
export async function decodeBody(
  body: StoredBody,
  whole: boolean,
  codings: readonly Coding[],
  limits: DecodeLimits,
  spool: SpoolFolder,
): Promise<Decoded> {
  const signal = AbortSignal.timeout(DECODE_MS);
  let current: Decoded = { kind: 'Decoded', body, whole };
  for (const coding of codings.toReversed()) {
    const before: StoredBody = current.body;
    const next = await decodeOnce({ ...current, limits, spool, signal }, coding);
    if (before !== body) await before.release();
    if (next.kind !== 'Decoded') return next;
    current = next;
  }
  return current;
}

/** The input of one decoding pass. */
type Work = {
  readonly body: StoredBody;
  readonly whole: boolean;
  readonly limits: DecodeLimits;
  readonly spool: SpoolFolder;
  readonly signal: AbortSignal;
};

/** Decodes one coding. A body that is valid in two formats is broken, because the backend may decode the other one. */
async function decodeOnce(work: Work, coding: Coding): Promise<Decoded> {
  let found: Decoded | undefined;
  for (const makeDecoder of coding) {
    const result = await decodeAs(work, makeDecoder);
    if (result.kind === 'Broken') continue;
    if (found !== undefined) {
      await Promise.all([release(found), release(result)]);
      return { kind: 'Broken' };
    }
    found = result;
  }
  return found ?? { kind: 'Broken' };
}

async function release(result: Decoded): Promise<void> {
  if (result.kind === 'Decoded') await result.body.release();
}

async function decodeAs(work: Work, makeDecoder: Decoder): Promise<Decoded> {
  const { body, whole, limits, spool, signal } = work;
  const store = createBodyStore(limits.memory, spool);
  const decoder = makeDecoder({ whole });
  const isCut = (): boolean => {
    const allowed = Math.max(FREE_BYTES, decoder.bytesWritten * limits.expansion);
    return store.size() > Math.min(limits.total, allowed);
  };
  let failure: { readonly error: unknown } | undefined;

  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* body.stream();
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  const collect = async (output: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of output) {
      try {
        await store.write(chunk);
      } catch (error) {
        failure = { error };
        throw error;
      }
      if (isCut()) return;
    }
  };
  // A decoder stops at the end of its format; further bytes are an error.
  const isRead = await pipeline(read, decoder, collect, { signal }).then(
    () => decoder.bytesWritten === body.size,
    () => false,
  );
  if (failure === undefined && (isCut() || isRead)) {
    return { kind: 'Decoded', body: await store.finish(), whole: whole && !isCut() };
  }
  store.discard();
  if (failure !== undefined) return { kind: 'NotStored', error: failure.error };
  return { kind: signal.aborted ? 'TooSlow' : 'Broken' };
}
