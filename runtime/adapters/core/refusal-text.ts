/** Headers and text of a refusal, the same in every adapter. */
import { lacksContent } from '#engine/host/lacks-content.ts';
import type { Refusal } from './refusal.ts';

export function refusalHeaders(
  id: string,
  { status, location }: Refusal,
): Readonly<Record<string, string>> {
  return {
    ...(!lacksContent(status) && { 'Content-Type': 'text/plain; charset=utf-8' }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': id,
    ...(location !== undefined && { Location: location }),
  };
}

/**
 * Returns the text of a refusal. Its last line is the id of the request, which is also in the audit record. It is empty
 * when a rule has named a status without content.
 */
export function refusalText(id: string, { status, text }: Refusal): string {
  return lacksContent(status) ? '' : `${text}\nRequest id: ${id}\n`;
}
