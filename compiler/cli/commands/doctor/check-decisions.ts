/** Checks the decision service: from where it can be reached, and whether CrowdSec's bouncers are allowed. */
import { isLoopback } from '#proxy/settings/network-types.ts';
import { type Check, note, ok } from './condition.ts';

const PART = 'decisions';

export const checkDecisions: Check = ({ read }) => {
  const { decisionPort, decisionHost: host, decisionKeys } = read.settings;
  if (decisionPort === undefined) return [ok(PART, 'not used: DECISION_PORT is unset')];
  const bouncers = decisionKeys.length === 0 ? 'without DECISION_KEY: no bouncers' : 'bouncers too';
  const shown = `on ${host}:${decisionPort}, ${bouncers}`;
  if (isLoopback(host)) return [ok(PART, shown)];
  const hint =
    'Every machine that can connect to the port can claim to be any client: allow only the front in a firewall.';
  return [note(PART, `${shown}, open to every machine that can connect`, hint)];
};
