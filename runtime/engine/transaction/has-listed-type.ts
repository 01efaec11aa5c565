/** Whether rules read the body of a response, by its media type (SecResponseBodyMimeType). */
import type { Header } from '../host/compiled-waf.ts';
import { headerValues } from '../host/header-values.ts';

/**
 * Returns whether one of the types in Content-Type is listed. Of several types browsers use the last that they know, and
 * servers on the way the first or the last, so any of them may be the one.
 */
export function hasListedType(headers: readonly Header[], listed: readonly string[]): boolean {
  const types = headerValues(headers, 'content-type').join(',').toLowerCase().split(',');
  return types.some((text) => {
    const [type = ''] = text.split(';');
    return listed.includes(type.replace(/[ \t]+/g, ''));
  });
}
