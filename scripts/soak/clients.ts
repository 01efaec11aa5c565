/** Clients that send one request after the other and record each response. */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '#compiler/seeded-random.ts';
import type { Ledger } from './ledger.ts';
import { largeRequest, type SoakRequest, smallRequest } from './requests.ts';

export type Clients = {
  /** Returns the milliseconds of the small requests since the last call. */
  readonly takeLatencies: () => readonly number[];
  /** Stops sending; resolves when all requests have been answered. */
  readonly stop: () => Promise<void>;
};

const SMALL = 8;
const SMALL_PAUSE_MS = 40;
const LARGE = 2;
const LARGE_PAUSE_MS = 1000;
const RESPONSE_MS = 180_000;
const STATUS = { passed: 200, blocked: 403 } as const;

export function createClients(port: number, ledger: Ledger): Clients {
  const agent = new Agent({ keepAlive: true });
  let latencies: number[] = [];
  let going = true;
  const run = async (seed: number): Promise<void> => {
    const random = seededRandom(seed);
    const isSmall = seed < SMALL;
    const address = `10.0.0.${seed}`;
    while (going) {
      const next = isSmall ? smallRequest(random) : largeRequest(random);
      const began = performance.now();
      await send(next, { port, agent, ledger, address });
      if (isSmall && next.outcome !== 'aborted') latencies.push(performance.now() - began);
      await wait(random() * 2 * (isSmall ? SMALL_PAUSE_MS : LARGE_PAUSE_MS));
    }
  };
  const ended = Promise.all(Array.from({ length: SMALL + LARGE }, (_, seed) => run(seed)));
  return {
    takeLatencies: () => {
      const taken = latencies;
      latencies = [];
      return taken;
    },
    stop: async () => {
      going = false;
      await ended;
      agent.destroy();
    },
  };
}

type Way = {
  readonly port: number;
  readonly agent: Agent;
  readonly ledger: Ledger;
  readonly address: string;
};

async function send(
  { request: { method, target, headers, body }, host, outcome }: SoakRequest,
  { port, agent, ledger, address }: Way,
): Promise<void> {
  const id = ledger.open(`${method} ${target.slice(0, 60)} (${body.length} bytes) to ${host}`);
  const sent = request({
    port,
    agent,
    method,
    path: target,
    headers: {
      ...Object.fromEntries(headers),
      Host: host,
      'X-Request-Id': id,
      'X-Forwarded-For': address,
      ...(outcome === 'aborted' ? { Expect: '100-continue' } : {}),
    },
    timeout: RESPONSE_MS,
  });
  sent.once('timeout', () => sent.destroy(new Error('no response')));
  try {
    if (outcome === 'aborted') {
      await abort(sent, body);
      ledger.answered(id, ledger.killedSince(id) ? 'killed' : 'aborted');
      return;
    }
    const status = await statusOf(sent, body);
    if (status === STATUS[outcome]) ledger.answered(id, outcome);
    else ledger.wrong(id, String(status));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (ledger.killedSince(id)) ledger.answered(id, 'killed');
    else ledger.wrong(id, reason);
  }
}

/** Resolves to the status when the whole response has arrived. */
function statusOf(sent: ClientRequest, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end(body, 'latin1');
  });
}

/** Disconnects in the middle of the body, after `100 Continue` shows that the proxy has read the head. */
async function abort(sent: ClientRequest, body: string): Promise<void> {
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.on('error', () => {});
  sent.write(body.slice(0, body.length / 2), 'latin1');
  await wait(100);
  sent.destroy();
}
