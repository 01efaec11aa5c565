/** Many requests of clients that choose their address, over connections that stay open. */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export type Answer = {
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds of the monotonic clock. */
  readonly sentAt: number;
};

/** One request of `client`, which the proxy takes from X-Forwarded-For. */
export function ask(
  port: number,
  agent: Agent,
  client: string,
  path = '/',
  more: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const sentAt = performance.now();
  const headers = { Host: 'web.test', 'X-Forwarded-For': client, ...more };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, path, headers }, (answer) => {
      answer.resume().once('end', () => {
        const duration = performance.now() - sentAt;
        resolve({ status: answer.statusCode ?? 0, duration, sentAt });
      });
    });
    sent.once('error', reject).end();
  });
}

export type FloodOptions = {
  readonly ports: readonly number[];
  readonly seconds: number;
  /** Connections to each port. */
  readonly connections?: number;
  /** Milliseconds between a response and the next request. */
  readonly pause?: number;
  readonly untilRefused?: boolean;
  readonly client?: string;
};

/** How often the time may pass until somebody is refused: a busy machine asks too slowly at first. */
const PATIENCE = 10;

/** Asks all ports at once until the time is over, and with `untilRefused` until a response is 429; returns every response. */
export async function flood(options: FloodOptions): Promise<readonly Answer[]> {
  const { ports, seconds, connections = 1, pause = 0, client = '192.0.2.1' } = options;
  const { untilRefused = false } = options;
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  const end = performance.now() + seconds * 1000;
  const lastEnd = performance.now() + seconds * PATIENCE * 1000;
  const goesOn = (): boolean => {
    const now = performance.now();
    if (now < end) return true;
    return untilRefused && now < lastEnd && answers.every(({ status }) => status !== 429);
  };
  const loop = async (port: number): Promise<void> => {
    while (goesOn()) {
      answers.push(await ask(port, agent, client));
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  await Promise.all(ports.flatMap((port) => Array.from({ length: connections }, () => loop(port))));
  agent.destroy();
  return answers;
}

export function admitted(answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(({ status }) => status === 200);
}

/** The value below which `share` of the values are. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
