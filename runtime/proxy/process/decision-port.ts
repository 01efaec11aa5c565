/** Opens the decision port if DECISION_PORT is set. Other proxies, such as nginx or Envoy, query it. */
import type { Socket } from 'node:net';
import type { ProxySettings } from '../settings/read-settings.ts';
import { createListeningSocket } from './listening-socket.ts';
import type { OpenedPort } from './opened-port.ts';

const NAMES = { port: 'DECISION_PORT', host: 'DECISION_HOST' };

/**
 * `port` of the result is undefined when DECISION_PORT is unset. `handsOver`: sockets are not read here, because
 * another process will serve them.
 */
export async function openDecisionPort(
  { decisionPort, decisionHost: host }: ProxySettings,
  accept: (socket: Socket) => void,
  handsOver: boolean,
): Promise<OpenedPort> {
  if (decisionPort === undefined) return { kind: 'Open', port: undefined, close: () => {} };
  const socket = createListeningSocket(
    { port: decisionPort, host, names: NAMES },
    accept,
    handsOver,
  );
  const problem = await socket.open();
  if (problem !== undefined) return { kind: 'Failed', problem };
  return { kind: 'Open', port: socket.port(), close: socket.close };
}
