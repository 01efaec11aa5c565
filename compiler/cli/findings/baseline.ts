/** Baseline files list known findings, so that only new ones count. */
import { dirname, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '#compiler/json.ts';
import { sha256 } from '#compiler/sha256.ts';
import { lineAt } from '#compiler/source.ts';
import type { Finding } from './finding.ts';

/** How often a finding is known, by its fingerprint. */
export type Baseline = ReadonlyMap<string, number>;

/**
 * Consists of code, file and source line, without the line number, so that a finding stays known when lines move. The
 * file is relative to the folder of the baseline, so that it does not depend on the working directory.
 */
function fingerprint(finding: Finding, baselinePath: string): string {
  const { source, start } = finding.span;
  const file = relative(dirname(resolve(baselinePath)), resolve(source.path)).replaceAll('\\', '/');
  return `${finding.code} ${file} ${sha256(lineAt(source, start).trim()).slice(0, 16)}`;
}

/** Returns the text of a baseline file: one sorted JSON object. */
export function writeBaseline(findings: readonly Finding[], path: string): string {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = fingerprint(finding, path);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const known = [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `${JSON.stringify({ version: 1, known: Object.fromEntries(known) }, undefined, 2)}\n`;
}

const schema = v.object({ known: v.record(v.string(), v.number()) });

/** Returns undefined when the text is not a baseline file. */
export function parseBaseline(text: string): Baseline | undefined {
  const parsed = v.safeParse(schema, parseJson(text));
  return parsed.success ? new Map(Object.entries(parsed.output.known)) : undefined;
}

/** Returns the findings that are not known, in their order. */
export function withoutKnown(
  findings: readonly Finding[],
  baseline: Baseline,
  path: string,
): readonly Finding[] {
  const left = new Map(baseline);
  return findings.filter((finding) => {
    const key = fingerprint(finding, path);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}
