/** Requests at a fixed rate, whether earlier ones are answered or not. */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export type SteadyLoad = {
  readonly port: number;
  readonly host: string;
  /** Connections that are open from the beginning and take turns. */
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly path?: string;
};

export type LoadClient = {
  /** Milliseconds of each response; rejects when one has another status than 200. */
  readonly run: (seconds: number) => Promise<readonly number[]>;
  readonly close: () => void;
};

export async function openLoad(load: SteadyLoad): Promise<LoadClient> {
  const { port, host, connections, rate, headers = {}, path = '/' } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const send = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const to = { host: '127.0.0.1', port, path, agent, headers: { ...headers, Host: host } };
      request(to, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().once('end', () => resolve(performance.now() - began));
      })
        .once('error', reject)
        .end();
    });
  await Promise.all(Array.from({ length: connections }, send));
  return {
    run: async (seconds) => {
      const answers: Promise<number>[] = [];
      const began = performance.now();
      const total = Math.round(rate * seconds);
      while (answers.length < total) {
        const due = Math.min(total, ((performance.now() - began) / 1000) * rate);
        while (answers.length < due) answers.push(send());
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return Promise.all(answers);
    },
    close: () => agent.destroy(),
  };
}
