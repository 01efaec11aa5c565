/** Chooses the body processor by Content-Type. */
import { trimSpace } from '../bytes/ascii-space.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';

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
