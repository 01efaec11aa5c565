/** An exchange in progress: its gateway, rules, request, response and record. */
import type { RequestStream, ResponseStream } from '../http/client-side.ts';
import type { LocalReply } from '../http/response.ts';
import type { Profile } from '../waf/profile.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';

export type Flow = {
  readonly gateway: Gateway;
  /** The rules in force when the exchange began. */
  readonly rules: Rules;
  readonly exchange: Exchange;
  readonly request: RequestStream;
  readonly response: ResponseStream;
  /** True when another proxy that queries the decision service has sent only the beginning of the body. */
  readonly partialBody: boolean;
  /** Sends a reply of the proxy's own. */
  readonly sendReply: (reply: LocalReply) => void;
  /** Ends the exchange without a reply. */
  readonly drop: () => void;
};

/** Returns the profile that inspects the request; before that is known, the one of its policy or of the fallback policy. */
export function profileOf({ rules, exchange }: Flow): Profile {
  return exchange.inspection?.profile ?? (exchange.policy ?? rules.policies.fallback).profile;
}
