/** The interface to fronts: proxies before the application that ask here whether a request may pass. */
import type { Header } from '#engine/host/compiled-waf.ts';
import type { FrontName } from '../exchange/exchange.ts';
import type { Refused } from '../http/check-protocol.ts';
import type { ClientMessage } from '../http/client-message.ts';
import type { LocalReply } from '../http/response.ts';

/** The client's request, as the front describes it. */
export type Described = {
  readonly kind: 'Described';
  readonly message: ClientMessage;
  /** True when the front has sent only the beginning of the body. */
  readonly partialBody: boolean;
};

/** The response to the front. */
export type DecisionResponse = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
};

export type Front = {
  readonly name: FrontName;
  /**
   * Parses the request that `query` describes. Refuses it when something is missing, repeated or malformed. `keys`:
   * DECISION_KEY.
   */
  readonly read: (query: ClientMessage, keys: readonly string[]) => Described | Refused;
  /**
   * Returns the response for the front; `reply` is undefined when the request may pass. The front takes all others
   * for a refusal.
   */
  readonly respond: (reply: LocalReply | undefined, id: string) => DecisionResponse;
};

/**
 * Returns the status for a front that relays the response as text. A front takes statuses below 300 for permission,
 * so a rule cannot choose those.
 */
export function relayedStatus({ status }: LocalReply): number {
  return status < 300 ? 403 : status;
}

export function textResponse(status: number, reply: LocalReply, id: string): DecisionResponse {
  const headers: Header[] = [['Content-Type', 'text/plain; charset=utf-8'], ...reply.headers];
  return { status, headers, body: `${reply.text}\nRequest id: ${id}\n` };
}

export const ALLOWED: DecisionResponse = { status: 200, headers: [], body: '' };
