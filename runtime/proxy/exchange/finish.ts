/** Ends an exchange: runs phase 5, writes logs and metrics. */
import { performance } from 'node:perf_hooks';
import { messageOf } from '../message-of.ts';
import { accessRecord } from './access-record.ts';
import type { Exchange } from './exchange.ts';
import type { Gateway, Rules } from './gateway.ts';

/** Runs phase 5 and logs what the rules found. Only the first call has an effect. */
export function closeInspection(gateway: Gateway, rules: Rules, exchange: Exchange): void {
  const { inspection, policy = rules.policies.fallback } = exchange;
  if (inspection === undefined) return;
  // The client may have got no reply: its message has no version, its stream was reset, or it has disconnected.
  if (inspection.finalStatus !== undefined) inspection.finalStatus = exchange.status;
  if (!inspection.close()) return;
  try {
    policy.log(inspection);
  } catch (error) {
    gateway.warn(`request ${exchange.id} could not be logged: ${messageOf(error)}`);
  }
  if (inspection.engineError === undefined) return;
  const { phase, error } = inspection.engineError;
  gateway.engineFailed(exchange.id, `phase ${phase}`, error);
}

/** Ends the exchange. The caller calls it once, when the response is sent or the client has disconnected. */
export function finishExchange(gateway: Gateway, rules: Rules, exchange: Exchange): void {
  const { settings, accessLog } = gateway;
  try {
    closeInspection(gateway, rules, exchange);
    const durationMs = performance.now() - exchange.startedAt;
    gateway.observe(exchange, durationMs);
    gateway.tracing?.end(exchange, durationMs);
    const redact = settings.auditRedact ? 'secrets' : 'off';
    accessLog?.write(accessRecord(exchange, durationMs, Date.now(), redact));
    gateway.commitLogs();
  } catch (error) {
    gateway.warn(`request ${exchange.id} could not be logged: ${messageOf(error)}`);
  }
}
