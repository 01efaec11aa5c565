/** Adds limits to the decoder of @redis/client, which offers no hook for the bytes that it receives. */
import type { Decoder } from '@redis/client/dist/lib/RESP/decoder.js';
import { messageOf } from '../../message-of.ts';
import { createReplyScanner, type ReplyScanner } from './reply-scanner.ts';

/** Begins the message when the server does not speak the protocol, or its replies exceed the limits. */
const UNEXPECTED = 'unexpected reply: ';

type DecoderClass = { readonly prototype: Decoder };

const limited = new WeakSet<DecoderClass>();

/** Makes decoders throw errors about replies over the limits, and about those that they cannot read. */
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
    if (problem !== undefined) throw new Error(`${UNEXPECTED}${problem}`);
    try {
      write.call(this, chunk);
    } catch (error) {
      throw new Error(`${UNEXPECTED}${messageOf(error)}`);
    }
  };
}

/**
 * Returns whether an error is about replies of the server, so that the connection must be replaced. The client reports
 * some errors as others with their message, and those of a connection to a Sentinel as a text.
 */
export function isAboutReplies(error: unknown): boolean {
  return messageOf(error).includes(UNEXPECTED);
}
