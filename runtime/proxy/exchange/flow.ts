/** An exchange in progress: its gateway, rules, request, response and record. */
import type { RequestStream, ResponseStream } from '../http/client-side.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';

export type Flow = {
  readonly gateway: Gateway;
  /** The rules in force when the exchange began. */
  readonly rules: Rules;
  readonly exchange: Exchange;
  readonly request: RequestStream;
  readonly response: ResponseStream;
};
