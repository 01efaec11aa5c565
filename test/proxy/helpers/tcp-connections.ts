/** The TCP connections of this machine over IPv4, as Linux lists them (proc_net_tcp(5)). */
import { readFileSync } from 'node:fs';

export type TcpConnection = {
  readonly localPort: number;
  readonly remotePort: number;
  /** Two hexadecimal digits. */
  readonly state: string;
  /** Two hexadecimal digits: the kind of the timer that runs. */
  readonly timer: string;
};

/** Returns both ends of connections within this machine. */
export function tcpConnections(): readonly TcpConnection[] {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'latin1').trim().split('\n');
  return lines.map((line) => {
    const [, local = '', remote = '', state = '', , timer = ''] = line.trim().split(/\s+/);
    const [localPort, remotePort] = [portOf(local), portOf(remote)];
    return { localPort, remotePort, state, timer: timer.slice(0, 2) };
  });
}

/** Returns the port of `ADDRESS:PORT` in hexadecimal digits. */
function portOf(end: string): number {
  return Number.parseInt(end.slice(end.indexOf(':') + 1), 16);
}
