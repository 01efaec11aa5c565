/**
 * Reads what a client sends before nghttp2 does, and decides which heads may be served and when a client sends too
 * much. nghttp2 drops headers with invalid bytes, and does not report the messages that it refuses; this module
 * finds them, so that they can be logged.
 */
import type { ClientMessage, Peer } from '../http/client-message.ts';
import { createConnectionWindow } from './connection-window.ts';
import { ENHANCE_YOUR_CALM, FLOW_CONTROL_ERROR, PROTOCOL_ERROR } from './error-codes.ts';
import { createFrameBudget, WASTE } from './frame-budget.ts';
import {
  CONTINUATION,
  createFrameReader,
  type Frame,
  HEADERS,
  openEnded,
  RST_STREAM,
} from './frames.ts';
import { createHeaderBlocks, type DecodedBlock } from './header-blocks.ts';
import { createMessageLengths } from './message-lengths.ts';
import { readHead, type StreamHead } from './read-head.ts';
import { createStreamStates } from './stream-states.ts';

/**
 * Most bytes of a head's fields, as SETTINGS_MAX_HEADER_LIST_SIZE counts them. It leaves room to reply 431 to
 * larger heads.
 */
export const MAX_FIELD_BYTES = 65_536;
/** Bytes of the payload of RST_STREAM. */
const RESET_BYTES = 4;
/** Most streams that a client may open on a connection, one after the other; GOAWAY asks for a new connection long before. */
const MAX_OPENED_STREAMS = 2000;

export type Incoming = {
  /** Reads bytes. Returns the code of the error that ends the connection; undefined when there is none. */
  readonly read: (chunk: Buffer) => number | undefined;
  /** Returns the number of the head or preface that has arrived only in part; undefined when there is none. */
  readonly partialHead: () => number | undefined;
  /** Reports a head that has arrived only in part, and reads no more. `reason`: for the access log. */
  readonly abandon: (reason: string) => void;
  /** Notes that bytes were sent to the client. */
  readonly sent: (bytes: number) => void;
};

export type IncomingEvents = {
  /** Called with the head of each request. */
  readonly begin: (stream: number, head: StreamHead) => void;
  /** Called with what could be read of a head that is never complete; the connection then ends. */
  readonly unfinished: (message: ClientMessage, reason: string) => void;
  /** Called when the client resets a stream. */
  readonly reset: (code: number) => void;
  /** Called when a stream has more DATA than its Content-Length; nghttp2 resets the stream. */
  readonly exceeded: () => void;
};

export function createIncoming(peer: Peer, events: IncomingEvents): Incoming {
  const { begin, unfinished, reset, exceeded } = events;
  const budget = createFrameBudget();
  const window = createConnectionWindow();
  const states = createStreamStates();
  const lengths = createMessageLengths();
  let problem: number | undefined;

  const complete = (block: DecodedBlock): number | undefined => {
    // Trailers are neither inspected nor forwarded, as in HTTP/1.
    if (block.isTrailer) return budget.charge(1) ? undefined : ENHANCE_YOUR_CALM;
    const head = readHead(block.fields, block.isWhole, block.ends, peer);
    begin(block.stream, head);
    if (head.kind === 'Head') lengths.begin(block.stream, head.message.headers);
    const isCheap = head.kind === 'Head' || budget.charge(WASTE);
    return isCheap && states.opened() <= MAX_OPENED_STREAMS ? undefined : ENHANCE_YOUR_CALM;
  };
  const blocks = createHeaderBlocks(MAX_FIELD_BYTES, {
    complete,
    // The request of trailers has a record of its own.
    unfinished: ({ isTrailer, fields, isWhole, ends }, reason) => {
      if (!isTrailer) unfinished(readHead(fields, isWhole, ends, peer).message, reason);
    },
  });
  const take = (frame: Frame): number | undefined => {
    const { type } = frame;
    if (!budget.spend(frame)) return ENHANCE_YOUR_CALM;
    if (!window.next(frame)) return FLOW_CONTROL_ERROR;
    const isWithinBlock = blocks.openStream() !== undefined;
    if ((type === CONTINUATION) !== isWithinBlock) return PROTOCOL_ERROR;
    if (isWithinBlock) return blocks.add(frame);
    const before = states.opened();
    const error = states.next(frame);
    if (error !== undefined || type !== HEADERS) return error;
    return blocks.begin(frame, states.opened() === before);
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
      if (problem !== undefined || reader.read(chunk)) return problem;
      problem ??= PROTOCOL_ERROR;
      blocks.giveUp('header section interrupted');
      return problem;
    },
    partialHead: () => {
      const isPartial = blocks.openStream() !== undefined || reader.isWithinHead();
      return problem === undefined && isPartial ? states.opened() + 1 : undefined;
    },
    abandon: (reason) => {
      const partial = reader.partialFrame();
      if (problem === undefined && partial !== undefined) take(openEnded(partial));
      problem ??= ENHANCE_YOUR_CALM;
      blocks.giveUp(reason);
    },
    sent: (bytes) => {
      budget.sent(bytes);
      window.sent(bytes);
    },
  };
}
