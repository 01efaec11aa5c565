/** Scores one request: whether its inbound score reaches the threshold, and by which rules. */
import type { ParsedRequest } from '../../compiler/cli/requests/parse-request.ts';
import type { CompiledWaf } from '../../runtime/engine/host/compiled-waf.ts';

export type Score = {
  /** The request would have been denied. */
  readonly isCaught: boolean;
  /** Detection rules that matched, each once; the evaluation rules are left out. */
  readonly ruleIds: ReadonlySet<number>;
};

/** Matches when the score of a request has reached the threshold, in both sets. */
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
