/**
 * Fetches the decisions of a CrowdSec Local API (CROWDSEC_URL), by its stream protocol for bouncers
 * (docs.crowdsec.net/docs/local_api/bouncers).
 */
import { member } from '../json-member.ts';
import { messageOf } from '../message-of.ts';
import { parseBlock } from './address-block.ts';
import type { Ban } from './ban-table.ts';

export type DecisionStream = {
  /** Returns the bans of all decisions in force. */
  readonly bans: () => readonly Ban[];
  /**
   * Fetches new and deleted decisions once. Resolves to true when something has changed; rejects when there is no
   * valid response.
   */
  readonly poll: () => Promise<boolean>;
};

type Decision = { readonly id: number; readonly ban: Ban | undefined };

const RESPONSE_MS = 10_000;
/** Most bytes of a response: some 300,000 decisions. */
const RESPONSE_BYTES = 67_108_864;

export function decisionStream(url: string, key: string): DecisionStream {
  const decisions = new Map<number, Ban>();
  // The first response, and the first after a failure, contains all decisions.
  let isFirst = true;
  return {
    bans: () => [...decisions.values()],
    poll: async () => {
      const startup = isFirst;
      isFirst = true;
      const response = await fetchJson(
        `${url.replace(/\/$/, '')}/v1/decisions/stream?startup=${startup}`,
        key,
      );
      const added = decisionsIn(response, 'new');
      const deleted = startup ? [] : decisionsIn(response, 'deleted');
      if (startup) decisions.clear();
      for (const { id } of deleted) decisions.delete(id);
      for (const { id, ban } of added) if (ban !== undefined) decisions.set(id, ban);
      isFirst = false;
      return startup || added.length + deleted.length > 0;
    },
  };
}

async function fetchJson(url: string, key: string): Promise<unknown> {
  const headers = { 'X-Api-Key': key, 'User-Agent': 'portcullis' };
  const signal = AbortSignal.timeout(RESPONSE_MS);
  // `fetch` would send the key to any host that a redirect names.
  const response = await fetch(url, { headers, signal, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw new Error(
        `it cannot be reached: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}`,
      );
    },
  );
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it responds with ${response.status}`);
  }
  return JSON.parse(await readText(response));
}

/** Reads the body of a response. Rejects when it is longer than RESPONSE_BYTES. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > RESPONSE_BYTES)
      throw new Error(`its response is longer than ${RESPONSE_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Returns the decisions of a list; null means an empty list. Other types (captcha) and scopes (country) are left
 * out.
 */
function decisionsIn(response: unknown, name: 'new' | 'deleted'): readonly Decision[] {
  const list = member(response, name);
  if (list === null) return [];
  if (!Array.isArray(list)) throw new Error(`its response has no list "${name}"`);
  return list.flatMap((entry: unknown): readonly Decision[] => {
    const id = member(entry, 'id');
    const scope = String(member(entry, 'scope')).toLowerCase();
    const isBan = member(entry, 'type') === 'ban' && (scope === 'ip' || scope === 'range');
    if (typeof id !== 'number' || !isBan) return [];
    const block = parseBlock(String(member(entry, 'value')));
    const duration = goDuration(String(member(entry, 'duration')));
    if (block === undefined || duration === undefined) return [{ id, ban: undefined }];
    return [{ id, ban: { block, until: Date.now() + duration } }];
  });
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * Parses a Go duration such as `3h59m57.1s` to milliseconds; a negative one has expired. Units below milliseconds
 * count as 0.
 */
export function goDuration(text: string): number | undefined {
  if (!/^-?(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|µs|ns))+$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g);
  let sum = 0;
  for (const [, amount, unit = ''] of parts) sum += Number(amount) * (UNITS[unit] ?? 0);
  return text.startsWith('-') ? -sum : sum;
}
