/** The distinct `@rx` arguments of the OWASP CRS, read crudely: good enough to test the regex stages alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Regex } from '#engine/regex/compile/ast.ts';
import { parseRegex } from '#engine/regex/compile/parse-regex.ts';

export const sharedData = process.env['SHARED_DATA'] ?? '../shared/data';
export const missingData = `no test data at ${sharedData} (set SHARED_DATA)`;

/** undefined when the rule set is not there. */
export function crsPatterns(): readonly string[] | undefined {
  const directory = join(sharedData, 'crs/rules');
  if (!existsSync(directory)) return undefined;
  const patterns = new Set<string>();
  for (const file of readdirSync(directory)
    .filter((name) => name.endsWith('.conf'))
    .sort()) {
    for (const pattern of patternsOf(readFileSync(join(directory, file), 'latin1'))) {
      patterns.add(pattern);
    }
  }
  return [...patterns];
}

/** The `@rx` arguments of the text of a rule file. */
export function patternsOf(text: string): readonly string[] {
  const joined = text.replace(/^\s*#.*$/gm, '').replace(/\\\r?\n\s*/g, '');
  return [...joined.matchAll(/"!?@rx ((?:[^"\\]|\\.)*)"/g)].map(([, pattern = '']) =>
    pattern.replaceAll('\\"', '"').trim(),
  );
}

/** Parses what the test says is right. */
export function regexOf(pattern: string): Regex {
  const parsed = parseRegex(pattern);
  if (parsed.kind === 'Ok') return parsed.regex;
  throw new Error(`${pattern}: ${parsed.message} (at ${parsed.index})`);
}
