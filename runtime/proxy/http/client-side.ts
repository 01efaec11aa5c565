/** What an exchange needs of its client, whatever the version of HTTP: a request that it reads and a response that it writes. */
import type { Readable, Writable } from 'node:stream';

/** The connection of a request; with HTTP/2 its stream, which ends alone. */
export type ClientConnection = {
  readonly destroyed: boolean;
  /** Bytes of responses that have left. */
  readonly bytesWritten: number;
  /** True when the client sends nothing more. */
  readonly readableEnded: boolean;
  readonly once: (event: 'end', listener: () => void) => unknown;
  readonly destroy: () => unknown;
};

/** Node's IncomingMessage is one. */
export type RequestStream = Readable & {
  readonly method?: string | undefined;
  /** True when all of the message has arrived. */
  readonly complete: boolean;
  readonly socket: ClientConnection;
};

/** Node's ServerResponse is one. */
export type ResponseStream = Writable & {
  readonly headersSent: boolean;
  /** HTTP/2: true when the stream was reset because the body is not what the head says. */
  readonly isMalformed?: boolean;
  /** HTTP/1: false when the connection ends with this response. */
  shouldKeepAlive: boolean;
  readonly writeContinue: () => void;
  /** `headers`: names and values in turn. Throws before anything is written when no response may contain them. */
  readonly writeHead: (status: number, phrase: string, headers: string[]) => unknown;
  readonly flushHeaders: () => void;
};

export type ClientSide = { readonly request: RequestStream; readonly response: ResponseStream };

/** Responses that can say when their last bytes are about to leave. */
export type AnnouncedResponse = ResponseStream & {
  /** Called once at most, with the bytes of the response that its connection has not counted yet. */
  beforeLast: ((bytes: number) => void) | undefined;
};

export function isAnnounced(response: object): response is AnnouncedResponse {
  return 'beforeLast' in response;
}
