/** Determines the id that identifies a request in every log and reply. */
import { randomUUID } from 'node:crypto';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';

const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/;

/** Returns the X-Request-Id of a trusted peer when it is well-formed, else a new UUID. */
export function requestId(headers: readonly Header[], trusted: boolean): string {
  if (!trusted) return randomUUID();
  const [given, ...more] = headerValues(headers, 'x-request-id');
  if (given === undefined || more.length > 0 || !ACCEPTABLE.test(given)) return randomUUID();
  return given;
}
