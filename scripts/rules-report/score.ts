/** What the rules make of one request: its inbound score and the rules that gave points. */
import { type ParsedRequest, parseRequest } from '../../compiler/ftw/parse-request.ts';
import type { ByteString } from '../../runtime/engine/byte-string.ts';
import type { CompiledWaf } from '../../runtime/engine/compiled-waf.ts';

export type Score = {
  readonly points: number;
  /** At least the threshold: the request would have been denied. */
  readonly caught: boolean;
  /** Detection rules that matched, in order; the evaluation rules are left out. */
  readonly ruleIds: readonly number[];
};

export function scoreRaw(waf: CompiledWaf, raw: ByteString): Score {
  return score(waf, parseRequest(raw));
}

export function score(waf: CompiledWaf, { head, body }: ParsedRequest): Score {
  const transaction = waf.open(head, 'measured');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  const points = Number(transaction.txVariable('blocking_inbound_anomaly_score'));
  const threshold = Number(transaction.txVariable('inbound_anomaly_score_threshold'));
  const ruleIds = transaction.matches
    .filter(({ rule }) => rule.tags.some((tag) => tag.startsWith('paranoia-level/')))
    .map(({ rule }) => rule.id);
  transaction.close();
  return { points, caught: points >= threshold, ruleIds };
}
