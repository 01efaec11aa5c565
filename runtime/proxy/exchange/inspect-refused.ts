/** Inspects a refused message, for the logs and for an interruption's status; it is never forwarded. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { canonicalHost } from '../http/canonical-host.ts';
import { headerValues } from '../http/client-message.ts';
import { openInspection, ruleEngineMode, type Verdict } from '../waf/inspection.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';
import { inspectWithRecords } from './inspect-with-records.ts';
import { requestHead } from './request-head.ts';

/**
 * Runs phases 1 and 2 with the profile of the host, or with that of WEB hosts when no list names the
 * host or the Host header is malformed. Clients over their rate limit get no inspection.
 */
export async function inspectRefused(
  gateway: Gateway,
  rules: Rules,
  exchange: Exchange,
  body: ByteString,
): Promise<Verdict> {
  const pass: Verdict = { kind: 'Pass' };
  const { message } = exchange;
  const { engineMode, sharedTimeout } = gateway.settings;
  exchange.clientAddress = gateway.clients.addressOf(message, exchange.trust);
  if (engineMode === 'off' || (await gateway.takeToken(exchange.clientAddress)) !== 0) return pass;
  const hosts = headerValues(message.headers, 'host');
  exchange.host = hosts.length === 1 ? (canonicalHost(hosts[0] ?? '')?.name ?? '') : '';
  exchange.hostClass = gateway.classOf(exchange.host) ?? 'web';
  const { profile } = rules.policies[exchange.hostClass];
  const policy = {
    mode: ruleEngineMode(engineMode),
    onError: 'open',
    patience: sharedTimeout,
    decisionFor: exchange.decisionFor,
  } as const;
  const opened = openInspection(profile, requestHead(exchange), exchange.id, policy);
  if (opened.kind === 'EngineError') return pass;
  const { inspection } = opened;
  exchange.inspection = inspection;
  const verdict = await inspectWithRecords(inspection, 1, () => inspection.requestHeaders());
  if (verdict.kind !== 'Pass') return verdict;
  return inspectWithRecords(inspection, 2, () => inspection.requestBody(body, false));
}
