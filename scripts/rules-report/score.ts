/** Scores one request: whether its inbound score reaches the threshold, and which rules matched. */
import type { ParsedRequest } from '#compiler/cli/requests/parse-request.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';

export type Score = {
  /** True when the request would have been denied. */
  readonly isCaught: boolean;
  /** Ids of the detection rules that matched, without the evaluation rules. */
  readonly ruleIds: ReadonlySet<number>;
};

/** The id of the rule that matches when the score of a request has reached the threshold, in both sets. */
const BLOCKING_EVALUATION = 949_110;

export function score(
  waf: CompiledWaf,
  { head, body }: Pick<ParsedRequest, 'head' | 'body'>,
): Score {
  const transaction = waf.open(head, 'measured');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  const rules = transaction.matches.map(({ rule }) => rule);
  const detections = rules.filter(({ tags }) =>
    tags.some((tag) => tag.startsWith('paranoia-level/')),
  );
  transaction.close();
  return {
    isCaught: rules.some(({ id }) => id === BLOCKING_EVALUATION),
    ruleIds: new Set(detections.map(({ id }) => id)),
  };
}
