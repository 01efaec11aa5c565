/** Runs the filters that come before the rule engine, in the order of docs/spec/service.md#life-of-a-request. */
import { performance } from 'node:perf_hooks';
import { headerValues } from '#engine/host/header-values.ts';
import { type Candidates, NO_CANDIDATES } from '../backend/backend.ts';
import { botWord } from '../filters/bots.ts';
import { BANNED, UNDECIDED } from '../filters/client-refusal.ts';
import type { Accepted } from '../http/check-protocol.ts';
import {
  BOT_BLOCKED,
  CLIENT_BANNED,
  GEO_BLOCKED,
  HOST_UNKNOWN,
  type LocalReply,
  methodRefused,
  NO_BACKEND,
  PATH_AMBIGUOUS,
  rateLimited,
  SHARED_STATE_AWAY,
} from '../http/response.ts';
import type { SitePolicy } from '../policies/site-policy.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';

export type Admission =
  | { readonly kind: 'Admitted'; readonly policy: SitePolicy; readonly candidates: Candidates }
  | { readonly kind: 'Rejected'; readonly reply: LocalReply };

/** Runs every filter on a message that has passed the protocol checks; records its results in the exchange. */
export async function admit(
  gateway: Gateway,
  rules: Rules,
  exchange: Exchange,
  accepted: Accepted,
): Promise<Admission> {
  const { message } = exchange;
  exchange.clientAddress = gateway.clients.addressOf(message, exchange.trust);
  if (isBlockedCountry(gateway, rules, exchange)) return { kind: 'Rejected', reply: GEO_BLOCKED };
  const choice = rules.policies.choose(exchange.host, accepted.target);
  const policy = choice.kind === 'Chosen' ? choice.policy : undefined;
  exchange.policy = policy;
  if (policy?.bans?.has(exchange.clientAddress, Date.now()))
    return { kind: 'Rejected', reply: CLIENT_BANNED };
  const wait = gateway.takeToken(exchange.clientAddress, policy?.limit);
  // Usually the number is available without waiting; `await` would cost every request a microtask.
  const waitMs = typeof wait === 'number' ? wait : await timed(exchange, wait);
  if (waitMs === BANNED) return { kind: 'Rejected', reply: CLIENT_BANNED };
  if (waitMs === UNDECIDED) return { kind: 'Rejected', reply: SHARED_STATE_AWAY };
  if (waitMs > 0) return { kind: 'Rejected', reply: rateLimited(waitMs) };
  if (isBot(gateway, exchange)) return { kind: 'Rejected', reply: BOT_BLOCKED };
  if (choice.kind === 'Ambiguous') return { kind: 'Rejected', reply: PATH_AMBIGUOUS };
  if (policy === undefined) return { kind: 'Rejected', reply: HOST_UNKNOWN };
  exchange.hostClass = policy.hostClass;
  if (policy.methods?.includes(message.method) === false)
    return { kind: 'Rejected', reply: methodRefused(policy.methods) };
  if (exchange.decisionFor !== undefined)
    return { kind: 'Admitted', policy, candidates: NO_CANDIDATES };
  const map = policy.backends ?? gateway.settings.backends;
  const candidates = gateway.backends.candidates(map, exchange.host, accepted.target);
  if (candidates === undefined) return { kind: 'Rejected', reply: NO_BACKEND };
  return { kind: 'Admitted', policy, candidates };
}

async function timed(exchange: Exchange, decision: Promise<number>): Promise<number> {
  const begun = performance.now();
  const waitMs = await decision;
  exchange.waitedMs += performance.now() - begun;
  return waitMs;
}

/** Returns true when the client's country is blocked; records the country in the exchange. */
function isBlockedCountry(gateway: Gateway, { geo }: Rules, exchange: Exchange): boolean {
  if (geo === undefined) return false;
  exchange.country = geo.countryOf(exchange.clientAddress);
  return gateway.blocksCountry(exchange.country);
}

function isBot({ settings }: Gateway, { message }: Exchange): boolean {
  if (!settings.blockBots) return false;
  return botWord(headerValues(message.headers, 'user-agent'), settings.bots) !== undefined;
}
