/** Copies a string, because in V8 a substring keeps the whole string in memory. */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
