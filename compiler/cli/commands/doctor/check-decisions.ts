/** Checks the decision service: from where it can be reached, and whether CrowdSec's bouncers are allowed. */
import { isLoopback } from '../../../../runtime/proxy/settings/network-types.ts';
import { type Check, note, ok } from './condition.ts';

const PART = 'decisions';

export const checkDecisions: Check = ({ read }) => {
  const { decisionPort, decisionHost: host, decisionKeys } = read.settings;
  if (decisionPort === undefined) return [ok(PART, 'not used: DECISION_PORT is unset')];
  const bouncers = decisionKeys.length === 0 ? 'without DECISION_KEY: no bouncers' : 'bouncers too';
  const shown = `on ${host}:${decisionPort}, ${bouncers}`;
  if (isLoopback(host)) return [ok(PART, shown)];
  const hint =
    'Whoever reaches the port can speak for any client: let a firewall admit the front only.';
  return [note(PART, `${shown}, for every machine that reaches it`, hint)];
};
