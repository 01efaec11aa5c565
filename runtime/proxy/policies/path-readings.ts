/**
 * Computes what servers may take a path for. Servers decode it once or twice, resolve dots, merge slashes and
 * remove parameters; each does some of that, in its own order. A policy applies only when all readings of a path
 * select it.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/** A legitimate path has fewer readings. */
const MOST_READINGS = 32;
/** Servers may disagree about a path that contains any of these. */
const UNUSUAL = /[%\\;]|\/\/|\/\./;

const STEPS: readonly ((path: ByteString) => ByteString)[] = [
  (path) =>
    path.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  (path) => path.replaceAll('\\', '/'),
  (path) => path.replace(/;[^/]*/g, ''),
  (path) => path.replace(/\/{2,}/g, '/'),
  resolveDots,
];

/** Returns the path of a target and all readings that the steps produce from it; undefined when there are too many. */
export function pathReadings(target: ByteString): readonly ByteString[] | undefined {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (!UNUSUAL.test(path)) return [path];
  const readings = new Set([path]);
  for (const reading of readings) {
    for (const step of STEPS) readings.add(step(reading));
    if (readings.size > MOST_READINGS) return undefined;
  }
  return [...readings];
}

/** Removes dot segments (RFC 3986 section 5.2.4). */
function resolveDots(path: ByteString): ByteString {
  if (!path.includes('/.')) return path;
  const segments = path.split('/');
  const remaining: ByteString[] = [];
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment === '..' && remaining.length > 1) remaining.pop();
    if (segment !== '.' && segment !== '..') remaining.push(segment);
    else if (isLast) remaining.push('');
  });
  return remaining.join('/');
}
