/** Headers and text of a refusal, the same in every adapter. */
import type { Refusal } from './refusal.ts';

export function refusalHeaders(
  id: string,
  { location }: Refusal,
): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': id,
    ...(location !== undefined && { Location: location }),
  };
}

/** Returns the text of a refusal. Its last line is the id of the request, which is also in the audit record. */
export function refusalText(id: string, { text }: Refusal): string {
  return `${text}\nRequest id: ${id}\n`;
}
