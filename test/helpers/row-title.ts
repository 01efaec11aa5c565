const LENGTH = 100;

function escaped(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** The title of a table row's subtest: a text as it is, anything else as JSON, 100 chars of it at most. */
export function rowTitle(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const line = text.replaceAll(/[^ -~]/g, escaped).trim();
  return line === '' ? 'empty' : line.slice(0, LENGTH);
}
