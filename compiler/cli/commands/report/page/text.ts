/** Formats numbers and times for the page. */
import type { Counts } from '../document.ts';

const grouped = new Intl.NumberFormat('en');

export function number(value: number): string {
  return grouped.format(value);
}

const abbreviated = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** Returns text such as `12K`, for axes. */
export function compact(value: number): string {
  return abbreviated.format(value);
}

export function sumOf({ blocked, detected }: Counts): number {
  return blocked + detected;
}

/** Returns text such as `2026-11-22 20:21`, in UTC. */
export function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

export function second(time: number | undefined): string {
  return time === undefined
    ? 'no time'
    : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

export function requests(count: number): string {
  return count === 1 ? '1 request' : `${number(count)} requests`;
}

export function countsText({ blocked, detected }: Counts): string {
  return `${number(blocked)} blocked, ${number(detected)} detected`;
}

/** Returns the change of a rate, such as `+12 %`; "new" when it was 0 before. */
export function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? '' : 'new';
  if (now === 0) return 'gone';
  const percent = Math.round((now / before - 1) * 100);
  return percent > 0 ? `+${number(percent)} %` : `${percent < 0 ? '−' : ''}${Math.abs(percent)} %`;
}

export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
