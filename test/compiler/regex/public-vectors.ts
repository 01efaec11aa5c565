/** The public operator vectors, decoded as docs/testing.md#public-vectors describes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from './crs-patterns.ts';

export type Vector = {
  readonly param: string;
  readonly input: string;
  readonly ret: 0 | 1;
  readonly groups: readonly string[] | undefined;
};

/** undefined when the vectors are not there. */
export function publicVectors(operator: string): readonly Vector[] | undefined {
  const file = join(sharedData, `secrules-language-tests/operators/${operator}.json`);
  if (!existsSync(file)) return undefined;
  const rows: readonly Record<string, unknown>[] = JSON.parse(readFileSync(file, 'utf8'));
  return rows.map((row) => ({
    param: decode(row['param']),
    input: decode(row['input']),
    ret: row['ret'] === 1 ? 1 : 0,
    groups: Array.isArray(row['re_groups']) ? row['re_groups'].map(decode) : undefined,
  }));
}

function decode(text: unknown): string {
  return Buffer.from(String(text ?? ''), 'utf8')
    .toString('latin1')
    .replace(/\\x([0-9A-Fa-f]{2})|\\u[0-9A-Fa-f]{2}([0-9A-Fa-f]{2})/g, (_, byte, low) =>
      String.fromCharCode(Number.parseInt(byte ?? low, 16)),
    );
}
