/** Adds the results of filters and rules to the attributes (docs/tracing.md#attributes). */
import type { Attributes } from '@opentelemetry/api';
import { shown } from './shown-text.ts';
import type { InspectedPart, TracedExchange } from './traced-exchange.ts';

export function addWaf(attributes: Attributes, exchange: TracedExchange): void {
  const { policy, country, decisionFor, cause, detail, outcome, inspection } = exchange;
  attributes['waf.request_id'] = exchange.id;
  if (policy !== undefined) attributes['waf.policy'] = shown(policy);
  if (country !== undefined) attributes['waf.country'] = country;
  if (decisionFor !== undefined) attributes['waf.decision_for'] = decisionFor;
  if (cause !== undefined) attributes['waf.reason'] = cause;
  if (detail !== undefined) attributes['waf.detail'] = shown(detail);
  if (outcome !== undefined) attributes['waf.outcome'] = outcome;
  if (inspection !== undefined) addInspection(attributes, inspection);
}

function addInspection(attributes: Attributes, inspection: InspectedPart): void {
  const { error, action, status, ruleId, matched, inbound, outbound } = inspection;
  attributes['waf.profile'] = inspection.profile;
  attributes['waf.engine.mode'] = inspection.mode;
  if (error !== undefined) attributes['waf.engine.error'] = shown(error);
  if (action !== undefined) attributes['waf.interruption.action'] = action;
  if (status !== undefined) attributes['waf.interruption.status'] = status;
  if (ruleId !== undefined) attributes['waf.interruption.rule_id'] = ruleId;
  if (matched.length > 0) attributes['waf.rules.matched'] = [...matched];
  if (inbound !== undefined) attributes['waf.anomaly_score.inbound'] = inbound;
  if (outbound !== undefined) attributes['waf.anomaly_score.outbound'] = outbound;
  addPhases(attributes, inspection.phaseMs);
}

/** Adds the microseconds of each phase that has run; the index of the list is the phase number. */
function addPhases(
  attributes: Attributes,
  [, one = 0, two = 0, three = 0, four = 0, five = 0]: readonly number[],
): void {
  if (one > 0) attributes['waf.phase1.duration_us'] = microseconds(one);
  if (two > 0) attributes['waf.phase2.duration_us'] = microseconds(two);
  if (three > 0) attributes['waf.phase3.duration_us'] = microseconds(three);
  if (four > 0) attributes['waf.phase4.duration_us'] = microseconds(four);
  if (five > 0) attributes['waf.phase5.duration_us'] = microseconds(five);
}

function microseconds(ms: number): number {
  return Math.round(ms * 1000);
}
