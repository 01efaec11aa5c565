/** The filters before the rule engine, in the order of docs/spec/service.md#life-of-a-request. */
import { performance } from 'node:perf_hooks';
import type { Candidates } from '../backend/backends.ts';
import { botWord } from '../filters/bots.ts';
import type { Accepted } from '../http/check-protocol.ts';
import { headerValues } from '../http/client-message.ts';
import {
  type Answer,
  BOT_BLOCKED,
  GEO_BLOCKED,
  HOST_UNKNOWN,
  NO_BACKEND,
  rateLimited,
} from '../http/response.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Guard, Rules } from './gateway.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly guard: Guard; readonly candidates: Candidates }
  | { readonly kind: 'rejected'; readonly answer: Answer };

/** Asks every filter about a message that has passed the protocol gate; fills in the exchange. */
export async function admit(
  gateway: Gateway,
  rules: Rules,
  exchange: Exchange,
  gate: Accepted,
): Promise<Admission> {
  const { message } = exchange;
  exchange.clientAddress = gateway.clients.addressOf(message, exchange.trust);
  if (isBlockedPlace(gateway, rules, exchange)) return { kind: 'rejected', answer: GEO_BLOCKED };
  const wait = gateway.takeToken(exchange.clientAddress);
  // Nothing is awaited that is there: this is on the way of every request.
  const waitMs = typeof wait === 'number' ? wait : await wait;
  if (waitMs > 0) return { kind: 'rejected', answer: rateLimited(waitMs) };
  if (isBot(gateway, exchange)) return { kind: 'rejected', answer: BOT_BLOCKED };
  exchange.hostClass = gateway.classOf(exchange.host);
  if (exchange.hostClass === undefined) return { kind: 'rejected', answer: HOST_UNKNOWN };
  const guard = rules.guards[exchange.hostClass];
  const now = performance.now();
  const candidates = gateway.backends.candidates(exchange.host, gate.target, now);
  if (candidates === undefined) return { kind: 'rejected', answer: NO_BACKEND };
  return { kind: 'admitted', guard, candidates };
}

/** Notes the country too. */
function isBlockedPlace(gateway: Gateway, { geo }: Rules, exchange: Exchange): boolean {
  if (geo === undefined) return false;
  exchange.country = geo.countryOf(exchange.clientAddress);
  return gateway.blocksCountry(exchange.country);
}

function isBot({ settings }: Gateway, { message }: Exchange): boolean {
  if (!settings.blockBots) return false;
  return botWord(headerValues(message.headers, 'user-agent'), settings.bots) !== undefined;
}
