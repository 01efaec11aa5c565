/** What fronts have in common: programs in front of the application that ask here whether a request may pass. */
import type { Header } from '../../engine/host/compiled-waf.ts';
import type { FrontName } from '../exchange/exchange.ts';
import type { Refused } from '../http/check-protocol.ts';
import type { ClientMessage } from '../http/client-message.ts';
import type { LocalReply } from '../http/response.ts';

/** The request of the client, as the front describes it. */
export type Described = {
  readonly kind: 'Described';
  readonly message: ClientMessage;
  /** True when the front has sent only the beginning of the body. */
  readonly partialBody: boolean;
};

/** What the front gets. */
export type Answer = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
};

export type Front = {
  readonly name: FrontName;
  /** Reads the request that `query` describes. Whatever is missing, repeated or malformed is refused. `keys`: DECISION_KEY. */
  readonly read: (query: ClientMessage, keys: readonly string[]) => Described | Refused;
  /** `undefined`: the request may pass. Every other answer is one that the front takes for a refusal. */
  readonly answer: (reply: LocalReply | undefined, id: string) => Answer;
};

/** Statuses that pass on an answer as text; a front takes those below 300 for permission, so a rule cannot choose them. */
export function denialStatus({ status }: LocalReply): number {
  return status < 300 ? 403 : status;
}

export function textAnswer(status: number, reply: LocalReply, id: string): Answer {
  const headers: Header[] = [['Content-Type', 'text/plain; charset=utf-8'], ...reply.headers];
  return { status, headers, body: `${reply.text}\nRequest id: ${id}\n` };
}

export const ALLOWED: Answer = { status: 200, headers: [], body: '' };
