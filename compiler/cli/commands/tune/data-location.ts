/** Reads from logdata where a rule matched. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type DataLocation = { readonly variable: string; readonly key: ByteString };

/**
 * Parses `Matched Data: x found within ARGS:name: value` of the OWASP CRS and `ARGS:name holds x` of our rules;
 * undefined for other texts. The rest of the text comes from the request, so a variable counts only when the rule tests
 * it.
 */
export function dataLocation(data: ByteString): DataLocation | undefined {
  const found =
    / found within (?:MATCHED_VARS:)*([A-Z_]+)(?::([\s\S]*?))?(?:: |$)/.exec(data) ??
    /^(?:MATCHED_VARS:)*([A-Z_]+)(?::([\s\S]*?))? holds /.exec(data);
  if (found === null) return undefined;
  const [, variable = '', key = ''] = found;
  return { variable, key };
}
