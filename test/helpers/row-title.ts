const LENGTH = 100;

function escaped(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return JSON.stringify(value) ?? String(value);
}

/** The title of a table row's subtest: a text or bytes as they are, anything else as JSON, 100 chars of it at most. */
export function rowTitle(value: unknown): string {
  const text = textOf(value);
  const line = text.replaceAll(/[^ -~]/g, escaped).trim();
  return line === '' ? 'empty' : line.slice(0, LENGTH);
}
