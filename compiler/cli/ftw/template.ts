/** Expands the only Go template that the tests use in `data`, `{{ "1" | repeat 64200 }}` (docs/spec/ftw.md#requests). */
import type { ByteString } from '#engine/bytes/byte-string.ts';

const ACTION = /\{\{-?\s*(?:"([^"\\]*)"|`([^`]*)`)\s*\|\s*repeat\s+(\d{1,7})\s*-?\}\}/g;

/**
 * Returns `data` with its templates replaced. Returns undefined when it contains another `{{`: go-ftw then sends the
 * output of the template engine of Go (mostly nothing), which this function cannot determine.
 */
export function expandTemplate(data: ByteString): ByteString | undefined {
  if (!data.includes('{{')) return data;
  const expanded = data.replace(ACTION, (_, quoted: string, raw: string, times: string) =>
    (quoted ?? raw).repeat(Number(times)),
  );
  return expanded.includes('{{') ? undefined : expanded;
}
