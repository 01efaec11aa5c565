/** Content-Type values: which body processor they select, and their parts (RFC 9110 8.3.1). */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { trimSpace } from './ascii-space.ts';
import type { Pair } from './pair.ts';
import { parseParameters } from './parse-parameters.ts';

export type MediaType = {
  /** `type/subtype` in lower case; everything before the first `;`. */
  readonly type: ByteString;
  /** In order, with duplicates; names in lower case, values without quotes. */
  readonly parameters: readonly Pair[];
};

const PROCESSORS = [
  ['application/x-www-form-urlencoded', 'URLENCODED'],
  ['multipart/form-data', 'MULTIPART'],
] as const;

/**
 * Returns the body processor that a Content-Type selects without any rule. A prefix match that ignores case, as in
 * ModSecurity (docs/spec/body-processors.md#which-processor): with parameters, with a missing `;` or with other text
 * after the name it is still a form, and the processor reports what is wrong. Rules select JSON and XML.
 */
export function bodyProcessorFor(
  contentType: ByteString | undefined,
): 'URLENCODED' | 'MULTIPART' | undefined {
  if (contentType === undefined) return undefined;
  const lower = lowerAscii(trimSpace(contentType));
  return PROCESSORS.find(([prefix]) => lower.startsWith(prefix))?.[1];
}

/** Parses a Content-Type. Never fails: text that is no valid parameter is left out. */
export function parseMediaType(contentType: ByteString): MediaType {
  const semicolon = contentType.indexOf(';');
  const typeEnd = semicolon === -1 ? contentType.length : semicolon;
  const { pairs } = parseParameters(contentType, typeEnd);
  return {
    type: lowerAscii(trimSpace(contentType.slice(0, typeEnd))),
    parameters: pairs.map(([name, value]) => [lowerAscii(name), value] as const),
  };
}
