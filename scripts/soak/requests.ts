/** The requests of the clients, with the expected outcome. */
import { type BenchRequest, toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { randomProse } from '#compiler/cli/commands/bench/random.ts';
import { varyRequest } from '#compiler/cli/commands/bench/vary-request.ts';
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import { builtInMixes } from '../bench/built-in-mixes.ts';
import { HOSTS } from './service.ts';

export type SoakRequest = {
  readonly request: BenchRequest;
  readonly host: string;
  readonly outcome: 'passed' | 'blocked' | 'aborted';
};

const API_SHARE = 0.3;
const ABORTED_SHARE = 0.01;
const LEAST_LARGE = 100_000;
const MOST_LARGE = 9_000_000;
const POOL = 12_000_000;

const pools = makePools(seededRandom(1));

const mixes = builtInMixes.map(({ name, lines }) => ({ name, requests: lines.map(toRequest) }));

/** `0` at the end of a value and a random word after it: rules refuse hexadecimal strings of SQL. */
const HEXADECIMAL = /0x[0-9a-f]{3}/i;

/** Returns a request of the built-in mixes with varied values; for a few of them the client disconnects early. */
export function smallRequest(random: Random): SoakRequest {
  const { name, requests } = pick(mixes, random);
  const request = varyRequest(pick(requests, random), random);
  if (HEXADECIMAL.test(textOf(request))) return smallRequest(random);
  if (request.body !== '' && name !== 'attack' && random() < ABORTED_SHARE) {
    return { request, host: HOSTS.web, outcome: 'aborted' };
  }
  const isApi = ['json', 'attack'].includes(name) && random() < API_SHARE;
  const host = isApi ? HOSTS.api : HOSTS.web;
  return { request, host, outcome: name === 'attack' ? 'blocked' : 'passed' };
}

function textOf({ target, headers, body }: BenchRequest): string {
  return [target, ...headers.flat(), body].join(' ');
}

const kinds: readonly ((size: number, random: Random) => SoakRequest)[] = [
  (size, random) => {
    const content = bytes((size * 3) / 4, random).toString('base64');
    return passed('/json', 'application/json', JSON.stringify({ name: 'a.png', content }));
  },
  (size, random) =>
    passed('/prose', 'application/x-www-form-urlencoded', `text=${prose(size, random)}`),
  (size, random) =>
    passed('/picture', 'image/png', `\x89PNG${bytes(size, random).toString('latin1')}`),
  (size, random) => ({
    ...passed(
      '/attack',
      'application/x-www-form-urlencoded',
      `text=${prose(size, random)}%3Cscript%3Ealert(1)%3C/script%3E`,
    ),
    outcome: 'blocked',
  }),
];

/** Returns a body of 100 KB to 9 MB; smaller ones are more frequent. */
export function largeRequest(random: Random): SoakRequest {
  const size = LEAST_LARGE * (MOST_LARGE / LEAST_LARGE) ** random();
  return pick(kinds, random)(Math.round(size), random);
}

function passed(path: string, type: string, body: string): SoakRequest {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    Accept: '*/*',
    'Content-Type': type,
  };
  const line = { name: path, method: 'POST', path, headers };
  const bodyBase64 = Buffer.from(body, 'latin1').toString('base64');
  return { request: toRequest({ ...line, bodyBase64 }), host: HOSTS.web, outcome: 'passed' };
}

function makePools(random: Random): { readonly prose: string; readonly bytes: Buffer } {
  const noise = Buffer.alloc(POOL);
  for (let index = 0; index < POOL; index += 1) noise[index] = Math.floor(random() * 256);
  return { prose: randomProse(POOL, random).replaceAll(' ', '+'), bytes: noise };
}

/**
 * Returns a random part of a prepared text, because generating nine megabytes per request would stop all clients
 * for seconds.
 */
function prose(size: number, random: Random): string {
  const start = Math.floor(random() * (POOL - size));
  return pools.prose.slice(start, start + size);
}

function bytes(size: number, random: Random): Buffer {
  const start = Math.floor(random() * (POOL - size));
  return pools.bytes.subarray(start, start + Math.round(size));
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}
