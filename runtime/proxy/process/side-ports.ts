/** The ports of the proxy that serve neither clients nor administration. */
import type { Socket } from 'node:net';
import type { ProxySettings } from '../settings/read-settings.ts';
import { sideLines } from './announce.ts';
import { openDecisionPort } from './decision-port.ts';
import { closePort, numberOf, problemsOf } from './opened-port.ts';
import { openRedirectPort } from './redirect-port.ts';

export type SidePorts = {
  readonly problems: readonly string[];
  /** Each is undefined when its setting is unset. */
  readonly numbers: {
    readonly redirectPort: number | undefined;
    readonly decisionPort: number | undefined;
  };
  /** Lines to print for the operator. */
  readonly lines: readonly string[];
  /** Closes the ports. Resolves when connections that were made before have been accepted. */
  readonly close: () => Promise<void>;
};

/**
 * `acceptFront` receives connections to DECISION_PORT. When `handsOver` is true they are not read here, because
 * another process will serve them.
 */
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
    lines: sideLines(settings, redirects, decisions),
    close: async () => {
      await Promise.all([redirects, decisions].map(closePort));
    },
  };
}
