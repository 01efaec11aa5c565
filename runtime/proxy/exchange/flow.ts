/** An exchange in progress: its gateway, rules, request, response and record. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';

export type Flow = {
  readonly gateway: Gateway;
  /** The rules in force when the exchange began. */
  readonly rules: Rules;
  readonly exchange: Exchange;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};
