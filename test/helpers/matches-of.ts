/** Runs a request through phases 1 and 2. Returns the ids of the rules that matched, with their data. */
import type { CompiledWaf, MatchDatum } from '#engine/host/compiled-waf.ts';
import { parseRequest } from './http-block.ts';

type Match = { readonly id: number; readonly data: readonly MatchDatum[] };

export function matchesOf(waf: CompiledWaf, request: string, body: string): readonly Match[] {
  const { head } = parseRequest(request);
  const transaction = waf.open(head, 'test');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  const matches = transaction.matches.map(({ rule, data }) => ({ id: rule.id, data }));
  transaction.close();
  return matches;
}
