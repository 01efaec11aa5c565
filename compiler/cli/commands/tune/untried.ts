/** Explains why logged requests do not match again, and which setting logs the missing part. */
import { countNoun } from '#compiler/count-noun.ts';
import type { Hit } from './find-hits.ts';
import type { MissingPart } from './logged-request.ts';

const HINTS: Readonly<Record<MissingPart, string>> = {
  headers: 'the log has no request headers: add B to SecAuditLogParts',
  body: 'the log has no request bodies: add C to SecAuditLogParts',
  files: 'the log has no contents of files: write C instead of I in SecAuditLogParts',
  cut: 'the log contains only the first 64 KiB of a request body',
  masked: 'secrets are masked: AUDIT_REDACT=false logs them, so protect that log',
  response: 'the rule reads the response, which cannot be replayed from a log',
};

const UNKNOWN =
  'nothing is missing from the log: the rules may differ from those that wrote it, or count earlier requests';

/** Returns a line for each cause, the most frequent first. A hit that lacks several parts counts for each. */
export function untriedLines(hits: readonly Hit[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { from, missing, requests } of hits) {
    if (from === 'replay') continue;
    const causes = missing.length === 0 ? [UNKNOWN] : missing.map((part) => HINTS[part]);
    for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + requests.length);
  }
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([cause, count]) => `${countNoun(count, 'false alarm')} could not be tried: ${cause}`);
}
