/**
 * Reads what a client sends before nghttp2 does, and decides which heads may be served and when a client sends too
 * much. nghttp2 drops headers with invalid bytes, and does not report the messages that it refuses; this module
 * finds them, so that they can be logged.
 */
import type { Peer } from '../http/client-message.ts';
import { createConnectionWindow } from './connection-window.ts';
import {
  COMPRESSION_ERROR,
  ENHANCE_YOUR_CALM,
  FLOW_CONTROL_ERROR,
  PROTOCOL_ERROR,
} from './error-codes.ts';
import { createFrameBudget, WASTE } from './frame-budget.ts';
import {
  CONTINUATION,
  createFrameReader,
  END_HEADERS,
  END_STREAM,
  type Frame,
  HEADERS,
  headerFragment,
  RST_STREAM,
} from './frames.ts';
import { createHeaderDecoder } from './hpack/decoder.ts';
import { createMessageLengths } from './message-lengths.ts';
import { readHead, type StreamHead } from './read-head.ts';
import { createStreamStates } from './stream-states.ts';

/**
 * Most bytes of a head's fields, as SETTINGS_MAX_HEADER_LIST_SIZE counts them. It leaves room to reply 431 to
 * larger heads.
 */
export const MAX_FIELD_BYTES = 65_536;
/** Most bytes of a header block before decoding. */
const MAX_BLOCK_BYTES = 65_536;
/** Bytes of the payload of RST_STREAM. */
const RESET_BYTES = 4;
/** Most streams that a client may open on a connection, one after the other; GOAWAY asks for a new connection long before. */
const MAX_OPENED_STREAMS = 2000;

export type Incoming = {
  /** Reads bytes. Returns the code of the error that ends the connection; undefined when there is none. */
  readonly read: (chunk: Buffer) => number | undefined;
  /** Returns the number of the head or preface that has arrived only in part; undefined when there is none. */
  readonly partialHead: () => number | undefined;
  /** Notes that bytes were sent to the client. */
  readonly sent: (bytes: number) => void;
};

type Block = {
  readonly stream: number;
  readonly ends: boolean;
  readonly isTrailer: boolean;
  readonly parts: Buffer[];
  size: number;
};

export type IncomingEvents = {
  /** Called with the head of each request. */
  readonly begin: (stream: number, head: StreamHead) => void;
  /** Called when the client resets a stream. */
  readonly reset: (code: number) => void;
  /** Called when a stream has more DATA than its Content-Length; nghttp2 resets the stream. */
  readonly exceeded: () => void;
};

export function createIncoming(peer: Peer, { begin, reset, exceeded }: IncomingEvents): Incoming {
  const budget = createFrameBudget();
  const window = createConnectionWindow();
  const states = createStreamStates();
  const lengths = createMessageLengths();
  const decode = createHeaderDecoder(MAX_FIELD_BYTES);
  let block: Block | undefined;
  let problem: number | undefined;

  const end = ({ stream, ends, isTrailer, parts }: Block): number | undefined => {
    block = undefined;
    const decoded = decode(Buffer.concat(parts));
    if (decoded.kind === 'Broken') return COMPRESSION_ERROR;
    // Trailers are neither inspected nor forwarded, as in HTTP/1.
    if (isTrailer) return budget.charge(1) ? undefined : ENHANCE_YOUR_CALM;
    const head = readHead(decoded.fields, decoded.isWhole, ends, peer);
    begin(stream, head);
    if (head.kind === 'Head') lengths.begin(stream, head.message.headers);
    const isCheap = head.kind === 'Head' || budget.charge(WASTE);
    return isCheap && states.opened() <= MAX_OPENED_STREAMS ? undefined : ENHANCE_YOUR_CALM;
  };
  const add = (current: Block, frame: Frame): number | undefined => {
    const fragment = headerFragment(frame);
    if (fragment === undefined) return PROTOCOL_ERROR;
    current.parts.push(fragment);
    current.size += fragment.length;
    block = current;
    if (current.size > MAX_BLOCK_BYTES) return ENHANCE_YOUR_CALM;
    return (frame.flags & END_HEADERS) === 0 ? undefined : end(current);
  };
  const take = (frame: Frame): number | undefined => {
    const { type, stream, flags } = frame;
    if (!budget.spend(frame)) return ENHANCE_YOUR_CALM;
    if (!window.next(frame)) return FLOW_CONTROL_ERROR;
    if ((type === CONTINUATION) !== (block !== undefined)) return PROTOCOL_ERROR;
    if (block !== undefined) return block.stream === stream ? add(block, frame) : PROTOCOL_ERROR;
    const before = states.opened();
    const error = states.next(frame);
    if (error !== undefined || type !== HEADERS) return error;
    const isTrailer = states.opened() === before;
    const ends = (flags & END_STREAM) !== 0;
    return add({ stream, ends, isTrailer, parts: [], size: 0 }, frame);
  };
  const reader = createFrameReader((frame) => {
    const { type, payload } = frame;
    if (type === RST_STREAM && payload.length === RESET_BYTES) reset(payload.readUInt32BE(0));
    if (lengths.exceeds(frame)) exceeded();
    problem = take(frame);
    return problem === undefined;
  });
  return {
    read: (chunk) => {
      if (problem === undefined && !reader.read(chunk)) problem ??= PROTOCOL_ERROR;
      return problem;
    },
    partialHead: () => {
      const isPartial = block !== undefined || reader.isWithinHead();
      return problem === undefined && isPartial ? states.opened() + 1 : undefined;
    },
    sent: (bytes) => {
      budget.sent(bytes);
      window.sent(bytes);
    },
  };
}
