/** Counts false positives: benign requests that reach the threshold. */
import { join } from 'node:path';
import type { BenchRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { readMixes } from '../bench/read-mixes.ts';
import { benignRequest, carriers } from './benign-requests.ts';
import type { CorpusPart } from './corpus/corpus.ts';
import { SHARED_DATA } from './measured-waf.ts';
import { score } from './score.ts';

export type Flagged = {
  readonly name: string;
  readonly requests: number;
  readonly flagged: number;
};

/** For each rule id, the names of the requests that it helped to flag. */
export type Hits = Map<number, Set<string>>;

/** Counts each text in each carrier. */
export function countCorpus(
  waf: CompiledWaf,
  parts: readonly CorpusPart[],
  hits: Hits,
): readonly Flagged[] {
  return parts.map(({ name, texts }) => {
    const requests = texts.flatMap((text) =>
      carriers.map((carrier) => ({ name: text, ...benignRequest(text, carrier) })),
    );
    return { name, requests: requests.length, flagged: flag(waf, requests, hits) };
  });
}

/** Returns true when in each row fewer requests are flagged than in the other's, or none in both. */
export const isBelow = (rows: readonly Flagged[], others: readonly Flagged[]): boolean =>
  rows.every(({ flagged }, index) => {
    const other = others[index]?.flagged ?? 0;
    return flagged < other || (flagged === 0 && other === 0);
  });

/** Counts the request mixes, or the project's own small ones. */
export function countMixes(waf: CompiledWaf, hits: Hits): readonly Flagged[] {
  return readMixes(join(SHARED_DATA, 'requests')).map(({ name, requests }) => ({
    name,
    requests: requests.length,
    flagged: flag(waf, requests.map(parsed), hits),
  }));
}

type Named = Parameters<typeof score>[1] & { readonly name: string };

function flag(waf: CompiledWaf, requests: readonly Named[], hits: Hits): number {
  let flagged = 0;
  for (const request of requests) {
    const { isCaught, ruleIds } = score(waf, request);
    if (!isCaught) continue;
    flagged += 1;
    for (const id of ruleIds) hits.set(id, (hits.get(id) ?? new Set()).add(request.name));
  }
  return flagged;
}

function parsed({ name, method, target, headers, body }: BenchRequest): Named {
  const head = {
    method,
    target,
    protocol: 'HTTP/1.1',
    headers,
    remoteAddress: '192.0.2.1',
    remotePort: 40000,
    serverAddress: '127.0.0.1',
    serverPort: 8081,
    serverName: 'www.example.com',
  };
  return { name, head, body };
}
