/** Parses a span of time on the command line: `2026-11-01..2026-11-07`. */

export type Span = {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
};

const DAY = 86_400_000;
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Parses a span; undefined when it is invalid. Days are in UTC, the last day is included, and one end may be left out.
 */
export function parseSpan(text: string): Span | undefined {
  const ends = text.split('..');
  const [from = '', to = ''] = ends;
  if (ends.length !== 2 || (from === '' && to === '')) return undefined;
  const start = from === '' ? Number.NEGATIVE_INFINITY : timesOf(from)?.start;
  const end = to === '' ? Number.POSITIVE_INFINITY : timesOf(to)?.end;
  return start !== undefined && end !== undefined && start < end
    ? { from: start, to: end }
    : undefined;
}

export function isIn(time: number, { from, to }: Span): boolean {
  return time >= from && time < to;
}

/** Returns start and end. A day lasts until the next one; a time of day has no length. */
function timesOf(text: string): { readonly start: number; readonly end: number } | undefined {
  const [, day = '', clock, zone = 'Z'] = TIME.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // V8 accepts 30 February as 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  if (clock === undefined) return { start: midnight, end: midnight + DAY };
  const time = Date.parse(`${day}T${clock}${zone}`);
  return Number.isNaN(time) ? undefined : { start: time, end: time };
}
