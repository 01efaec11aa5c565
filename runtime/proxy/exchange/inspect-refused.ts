/** Inspects a refused message for the logs. The message is never forwarded. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { canonicalHost } from '../http/canonical-host.ts';
import { parseTargetForm } from '../http/target-form.ts';
import { openInspection, ruleEngineMode } from '../waf/inspection.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';
import { inspectWithRecords } from './inspect-with-records.ts';
import { requestHead } from './request-head.ts';

/**
 * Runs phases 1 and 2 with the profile of the host's policy. When no policy names the host, or the Host header is
 * malformed, it uses the fallback policy, which is that of WEB hosts. Clients over their rate limit get no
 * inspection. `reason`: why the message is refused, for the audit log. A verdict of the rules does not replace the
 * refusal, because clients expect its status for such a message.
 */
export async function inspectRefused(
  gateway: Gateway,
  rules: Rules,
  exchange: Exchange,
  body: ByteString,
  reason: string,
): Promise<void> {
  const { message } = exchange;
  const { sharedTimeout } = gateway.settings;
  exchange.clientAddress = gateway.clients.addressOf(message, exchange.trust);
  const hosts = headerValues(message.headers, 'host');
  exchange.host = hosts.length === 1 ? (canonicalHost(hosts[0] ?? '')?.name ?? '') : '';
  const choice = rules.policies.choose(exchange.host, pathOf(message.target));
  const site = choice.kind === 'Chosen' ? choice.policy : rules.policies.fallback;
  const engineMode = site.mode ?? gateway.settings.engineMode;
  if (engineMode === 'off') return;
  if ((await gateway.takeToken(exchange.clientAddress, site.limit)) !== 0) return;
  exchange.policy = site;
  exchange.hostClass = site.hostClass;
  const { profile } = site;
  const policy = {
    mode: ruleEngineMode(engineMode),
    onError: 'open',
    patience: sharedTimeout,
    decisionFor: exchange.decisionFor,
    traceId: exchange.trace?.traceId,
  } as const;
  const opened = openInspection(profile, requestHead(exchange), exchange.id, policy);
  if (opened.kind === 'EngineError') return;
  const { inspection } = opened;
  inspection.hostRefusal = reason;
  exchange.inspection = inspection;
  const verdict = await inspectWithRecords(inspection, 1, () => inspection.requestHeaders());
  if (verdict.kind === 'Pass')
    await inspectWithRecords(inspection, 2, () => inspection.requestBody(body, false));
}

/** Returns the path of the target; "" when the target is malformed, so that no policy is selected by path. */
function pathOf(target: ByteString): ByteString {
  const form = parseTargetForm(target);
  return form.kind === 'Other' ? '' : form.target;
}
