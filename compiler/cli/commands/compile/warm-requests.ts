/** Reads --warm FILE.jsonl: the requests whose automaton states a module is to contain. */
import { cannotRead, type RuleFiles } from '#compiler/rule-files.ts';
import { type WarmRequest, warmRequest } from '#proxy/waf/warm-requests.ts';
import { warmMix } from '../../project/warm-modules.ts';
import { parseRequests } from '../bench/bench-request.ts';

/**
 * `warm` is the file, or false for no requests; undefined means the built-in mix. Returns a text when the file is
 * invalid.
 */
export function readWarmRequests(
  warm: string | boolean | undefined,
  files: RuleFiles,
): readonly WarmRequest[] | string {
  if (warm === false) return [];
  if (typeof warm !== 'string') return warmMix;
  const text = files.read(warm);
  if (text === undefined) return `--warm: ${cannotRead(warm, files)}`;
  const parsed = parseRequests(text);
  if (typeof parsed === 'string') return `--warm: ${warm}: ${parsed}.`;
  const { head } = warmRequest(0);
  return parsed.map(({ method, target, headers, body }) => ({
    head: { ...head, method, target, headers },
    body,
  }));
}
