/** --warm FILE.jsonl -> the requests whose states a module is to have. */
import { type WarmRequest, warmRequest } from '../../../../runtime/proxy/waf/warm-requests.ts';
import type { RuleFiles } from '../../../rule-files.ts';
import { warmMix } from '../../project/warm-modules.ts';
import { parseRequests } from '../bench/bench-request.ts';

/** `warm`: the file, false for none; without it the built-in mix. Else what is wrong with the file. */
export function readWarmRequests(
  warm: string | boolean | undefined,
  files: RuleFiles,
): readonly WarmRequest[] | string {
  if (warm === false) return [];
  if (typeof warm !== 'string') return warmMix;
  const text = files.read(warm);
  if (text === undefined) return `--warm: ${warm} cannot be read.`;
  const parsed = parseRequests(text);
  if (typeof parsed === 'string') return `--warm: ${warm}: ${parsed}.`;
  const { head } = warmRequest(0);
  return parsed.map(({ method, target, headers, body }) => ({
    head: { ...head, method, target, headers },
    body,
  }));
}
