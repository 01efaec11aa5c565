/** Adds limits to the decoder of @redis/client, which offers no hook for the bytes that it receives. */
import type { Decoder } from '@redis/client/dist/lib/RESP/decoder.js';
import { messageOf } from '../../message-of.ts';
import { createReplyScanner, type ReplyScanner } from './reply-scanner.ts';

/** The server does not speak the protocol, or its replies exceed the limits: the connection must be replaced. */
export class MalformedReplies extends Error {}

type DecoderClass = { readonly prototype: Decoder };

const limited = new WeakSet<DecoderClass>();

/** Makes decoders throw `MalformedReplies` for replies over the limits, and for those that they cannot read. */
export function limitReplies(decoder: DecoderClass): void {
  if (limited.has(decoder)) return;
  limited.add(decoder);
  const { prototype } = decoder;
  const { write, reset } = prototype;
  const scanners = new WeakMap<Decoder, ReplyScanner>();
  prototype.reset = function resetLimited(this: Decoder): void {
    scanners.delete(this);
    reset.call(this);
  };
  prototype.write = function writeLimited(this: Decoder, chunk: Buffer): void {
    const scanner = scanners.get(this) ?? createReplyScanner();
    scanners.set(this, scanner);
    const problem = scanner.read(chunk);
    if (problem !== undefined) throw new MalformedReplies(problem);
    try {
      write.call(this, chunk);
    } catch (error) {
      throw new MalformedReplies(`unexpected reply: ${messageOf(error)}`);
    }
  };
}

/** Returns whether this error, or the one that caused it, is about replies of the server. */
export function isAboutReplies(error: unknown): boolean {
  if (error instanceof MalformedReplies) return true;
  return error instanceof Error && error.cause instanceof MalformedReplies;
}
