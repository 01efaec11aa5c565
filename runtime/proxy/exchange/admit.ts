/** The filters before the rule engine, in the order of decisions.md (Life of a request, 2 to 7). */
import { performance } from 'node:perf_hooks';
import type { Candidates } from '../backend/backends.ts';
import { botWord } from '../filters/bots.ts';
import { clientAddress } from '../filters/client-address.ts';
import {
  type Answer,
  BOT_BLOCKED,
  GEO_BLOCKED,
  HOST_UNKNOWN,
  NO_BACKEND,
  rateLimited,
} from '../http/answer.ts';
import { headerValues } from '../http/client-message.ts';
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
): Promise<Admission> {
  const { message } = exchange;
  exchange.clientAddress = clientAddress(message, exchange.peerTrusted);
  const early = (await checkClient(gateway, rules, exchange)) ?? checkBot(gateway, exchange);
  if (early !== undefined) return { kind: 'rejected', answer: early };
  exchange.hostClass = gateway.classOf(exchange.host);
  if (exchange.hostClass === undefined) return { kind: 'rejected', answer: HOST_UNKNOWN };
  const guard = rules.guards[exchange.hostClass];
  const now = performance.now();
  const candidates = gateway.backends.candidates(exchange.host, message.target, now);
  if (candidates === undefined) return { kind: 'rejected', answer: NO_BACKEND };
  return { kind: 'admitted', guard, candidates };
}

async function checkClient(
  gateway: Gateway,
  rules: Rules,
  exchange: Exchange,
): Promise<Answer | undefined> {
  if (rules.geo !== undefined) {
    exchange.country = rules.geo.countryOf(exchange.clientAddress);
    if (gateway.blocksCountry(exchange.country)) return GEO_BLOCKED;
  }
  const waitMs = await gateway.takeToken(exchange.clientAddress);
  return waitMs > 0 ? rateLimited(waitMs) : undefined;
}

function checkBot({ settings }: Gateway, { message }: Exchange): Answer | undefined {
  if (!settings.blockBots) return undefined;
  const userAgents = headerValues(message.headers, 'user-agent');
  return botWord(userAgents, settings.bots) === undefined ? undefined : BOT_BLOCKED;
}
