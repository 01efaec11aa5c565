/** The one form of Go template that the tests use in `data`: `{{ "1" | repeat 64200 }}` (docs/spec/ftw.md#requests). */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';

const ACTION = /\{\{-?\s*(?:"([^"\\]*)"|`([^`]*)`)\s*\|\s*repeat\s+(\d{1,7})\s*-?\}\}/g;

/**
 * `data` with its templates replaced; undefined when it holds `{{` that is none of them: go-ftw
 * then sends what Go makes of it (mostly nothing), which cannot be known here.
 */
export function expandTemplate(data: ByteString): ByteString | undefined {
  if (!data.includes('{{')) return data;
  const expanded = data.replace(ACTION, (_, quoted: string, raw: string, times: string) =>
    (quoted ?? raw).repeat(Number(times)),
  );
  return expanded.includes('{{') ? undefined : expanded;
}
