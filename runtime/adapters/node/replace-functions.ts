/** Replaces the functions with which an application responds, for one response. */
import type { ServerResponse } from 'node:http';

type Writer = (...given: never[]) => unknown;

/** The functions that write a response. */
export type Writers = { writeHead: Writer; write: Writer; end: Writer; flushHeaders: Writer };

export type Replacement = {
  /** The functions that the response had before. */
  readonly own: Writers;
  /**
   * Takes the replacements back. Functions that middleware has put on top of them, for example to compress, stay, and
   * continue to call the replacements.
   */
  readonly release: () => void;
  /** Calls `send` while the response has its own functions; the replacements then receive all calls. */
  readonly refuse: (send: () => void) => void;
};

export function replaceFunctions(response: ServerResponse, others: Writers): Replacement {
  const { writeHead, write, end, flushHeaders }: Writers = response;
  const own = { writeHead, write, end, flushHeaders };
  assign(response, others);
  return {
    own,
    refuse: (send) => {
      // Also over functions on top of the replacements: they may be in the middle of a call.
      assign(response, own);
      send();
      assign(response, others);
    },
    release: () => restore(response, others, own),
  };
}

/** Sets the functions one by one: a loop would look up each property by its name. */
function assign(response: Writers, { writeHead, write, end, flushHeaders }: Writers): void {
  response.writeHead = writeHead;
  response.write = write;
  response.end = end;
  response.flushHeaders = flushHeaders;
}

function restore(response: Writers, others: Writers, own: Writers): void {
  if (response.writeHead === others.writeHead) response.writeHead = own.writeHead;
  if (response.write === others.write) response.write = own.write;
  if (response.end === others.end) response.end = own.end;
  if (response.flushHeaders === others.flushHeaders) response.flushHeaders = own.flushHeaders;
}
