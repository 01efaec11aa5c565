/** The ports of the proxy that are neither for clients nor for the admin. */
import type { Socket } from 'node:net';
import type { ProxySettings } from '../settings/read-settings.ts';
import { decisionLines } from './announce.ts';
import { openDecisionPort } from './decision-port.ts';
import { closePort, numberOf, problemsOf } from './opened-port.ts';
import { openRedirectPort } from './redirect-port.ts';

export type SidePorts = {
  readonly problems: readonly string[];
  /** Undefined: its setting is unset. */
  readonly numbers: {
    readonly redirectPort: number | undefined;
    readonly decisionPort: number | undefined;
  };
  /** What to print for the operator. */
  readonly lines: readonly string[];
  /** Resolves when nothing that connected before is left out. */
  readonly close: () => Promise<void>;
};

/** `acceptFront` gets connections to DECISION_PORT: unread, for another process, when `handsOver` is true. */
export async function openSidePorts(
  settings: ProxySettings,
  acceptFront: (socket: Socket) => void,
  handsOver: boolean,
): Promise<SidePorts> {
  const redirects = await openRedirectPort(settings);
  const decisions = await openDecisionPort(settings, acceptFront, handsOver);
  return {
    problems: [redirects, decisions].flatMap(problemsOf),
    numbers: { redirectPort: numberOf(redirects), decisionPort: numberOf(decisions) },
    lines: decisionLines(settings, decisions),
    close: async () => {
      await Promise.all([redirects, decisions].map(closePort));
    },
  };
}
