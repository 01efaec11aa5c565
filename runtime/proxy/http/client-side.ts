/** The client's side of an exchange, for any version of HTTP: a request to read and a response to write. */
import type { Readable, Writable } from 'node:stream';

/** The connection of a request. With HTTP/2 it is the stream, which ends independently of others. */
export type ClientConnection = {
  readonly destroyed: boolean;
  /** Bytes of responses that were sent. */
  readonly bytesWritten: number;
  /** True when the client has ended its side. */
  readonly readableEnded: boolean;
  readonly once: (event: 'end', listener: () => void) => unknown;
  readonly destroy: () => unknown;
};

/** The request; Node's IncomingMessage has this type. */
export type RequestStream = Readable & {
  readonly method?: string | undefined;
  /** True when the whole message has arrived. */
  readonly complete: boolean;
  readonly socket: ClientConnection;
};

/** The response; Node's ServerResponse has this type. */
export type ResponseStream = Writable & {
  readonly headersSent: boolean;
  /** HTTP/2: true when the stream was reset because the body contradicts the head. */
  readonly isMalformed?: boolean;
  /** HTTP/1: false when the connection ends after this response. */
  shouldKeepAlive: boolean;
  readonly writeContinue: () => void;
  /** `headers`: names and values alternate. Throws before anything is written when no response may contain them. */
  readonly writeHead: (status: number, phrase: string, headers: string[]) => unknown;
  readonly flushHeaders: () => void;
};

export type ClientSide = { readonly request: RequestStream; readonly response: ResponseStream };

/** A response that announces its last bytes before they are sent. */
export type AnnouncedResponse = ResponseStream & {
  /** Called at most once, with the bytes of the response that its connection has not counted yet. */
  beforeLast: ((bytes: number) => void) | undefined;
};

export function isAnnounced(response: object): response is AnnouncedResponse {
  return 'beforeLast' in response;
}
