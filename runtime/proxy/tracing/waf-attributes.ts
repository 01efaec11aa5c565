/** What the filters and the rules have made of an exchange, as attributes (docs/tracing.md#attributes). */
import { type Exchange, outcomeOf } from '../exchange/exchange.ts';
import { anomalyScore, matchedRules } from '../exchange/inspection-summary.ts';
import type { Inspection } from '../waf/inspection.ts';
import { integerAttribute, integersAttribute, textAttribute } from './attribute.ts';

const requestId = textAttribute('waf.request_id');
const policyName = textAttribute('waf.policy');
const countryCode = textAttribute('waf.country');
const front = textAttribute('waf.decision_for');
const reason = textAttribute('waf.reason');
const detailText = textAttribute('waf.detail');
const outcome = textAttribute('waf.outcome');
const profileName = textAttribute('waf.profile');
const engineMode = textAttribute('waf.engine.mode');
const errorText = textAttribute('waf.engine.error');
const interruptionAction = textAttribute('waf.interruption.action');
const interruptionStatus = integerAttribute('waf.interruption.status');
const interruptionRule = integerAttribute('waf.interruption.rule_id');
const rulesMatched = integersAttribute('waf.rules.matched');
const inboundScore = integerAttribute('waf.anomaly_score.inbound');
const outboundScore = integerAttribute('waf.anomaly_score.outbound');
/** In microseconds: V8 takes ten times as long to write a fraction. The index is the phase before it. */
const durations = [1, 2, 3, 4, 5].map((phase) => integerAttribute(`waf.phase${phase}.duration_us`));

export function wafAttributes(exchange: Exchange): string {
  const { policy, inspection } = exchange;
  return (
    requestId(exchange.id) +
    policyName(policy?.hostClass === 'policy' ? policy.name : undefined) +
    countryCode(exchange.country) +
    front(exchange.decisionFor) +
    reason(exchange.cause) +
    detailText(exchange.detail) +
    outcome(outcomeOf(exchange)) +
    (inspection === undefined ? '' : inspectionAttributes(inspection))
  );
}

function inspectionAttributes(inspection: Inspection): string {
  const { transaction, engineError, profile } = inspection;
  // In DetectionOnly mode: what would have ended the request.
  const interruption = transaction.interruption ?? transaction.detected;
  return (
    profileName(profile.name) +
    engineMode(transaction.ruleEngine) +
    errorText(engineError === undefined ? undefined : String(engineError.error)) +
    interruptionAction(interruption?.kind) +
    interruptionStatus(interruption?.status) +
    interruptionRule(interruption?.ruleId) +
    rulesMatched(matchedRules(inspection)) +
    inboundScore(anomalyScore(inspection, 'inbound')) +
    outboundScore(anomalyScore(inspection, 'outbound')) +
    phaseDurations(inspection)
  );
}

/** Of phases that have run. */
function phaseDurations({ phaseMs }: Inspection): string {
  let text = '';
  for (let index = 0; index < durations.length; index += 1) {
    const ms = phaseMs[index + 1] ?? 0;
    if (ms > 0) text += durations[index]?.(Math.round(ms * 1000));
  }
  return text;
}
