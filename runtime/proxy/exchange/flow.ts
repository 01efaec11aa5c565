/** One exchange under way: what serves it, both ends of the client's side, and its record. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';

export type Flow = {
  readonly gateway: Gateway;
  /** Of when the exchange began. */
  readonly rules: Rules;
  readonly exchange: Exchange;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};
