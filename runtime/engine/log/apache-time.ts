/** The time format of access logs and native audit records. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns an ISO 8601 time in UTC as `02/Jan/2026:03:04:05 +0000`. */
export function apacheTime(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${iso.slice(11, 19)} +0000`;
}
