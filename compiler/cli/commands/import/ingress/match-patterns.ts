/** Converts hosts and paths of an ingress to the patterns of a policy (docs/policies.md#which-policy-counts). */
import { canonicalHost } from '#proxy/http/canonical-host.ts';
import { isPathPattern } from '#proxy/policies/path-pattern.ts';
import type { MappedText } from './mapped-text.ts';
import * as problem from './problems.ts';
import type { Ingress, IngressPath, ReportAt } from './read-manifests.ts';

/** Suffixes that rewrites append to a path, which mean "and everything below it". */
const EVERYTHING_BELOW = /(?:\(\/\|\$\)\(\.\*\)|\/?\(\.\*\)|\/\.\*|\/\?\(\.\*\))\$?$/;
const IS_EXPRESSION = /[()[\]{}|^$*+?\\]/;

export type Owners = Map<string, string>;

/** Returns the patterns. `owners` maps patterns to the ingress that has them; the patterns of this one are added. */
export function matchPatterns(
  { paths, regexPaths, name }: Ingress,
  owners: Owners,
  report: ReportAt,
): readonly string[] {
  const patterns: string[] = [];
  for (const path of paths) {
    const pattern = patternOf(path, regexPaths, report);
    if (pattern === undefined) continue;
    const owner = owners.get(pattern);
    if (owner === name.text) continue;
    if (owner !== undefined) {
      reportText(path.path.text === '' ? path.host : path.path, name, report, (shown) =>
        problem.takenTwice(shown === '' ? pattern : JSON.stringify(pattern), owner),
      );
      continue;
    }
    owners.set(pattern, name.text);
    patterns.push(pattern);
  }
  return patterns;
}

/** Returns "HOST" or "HOST/PATH"; undefined after a report. */
function patternOf(
  { host, path, pathType }: IngressPath,
  regexPaths: boolean,
  report: ReportAt,
): string | undefined {
  const hostPattern = host.text === '' ? '*' : readHost(host.text);
  if (hostPattern === undefined) {
    reportText(host, host, report, problem.badHost);
    return undefined;
  }
  const prefix = path.text.replace(EVERYTHING_BELOW, '').replace(/\/$/, '');
  if (prefix === '') return hostPattern;
  if (IS_EXPRESSION.test(prefix) || !isPathPattern(prefix)) {
    reportText(path, host, report, problem.regexPath);
    return undefined;
  }
  if (pathType === 'Exact') reportText(path, host, report, problem.exactPath);
  else if (regexPaths || (pathType !== 'Prefix' && prefix === path.text))
    reportText(path, host, report, problem.prefixPath);
  return hostPattern + prefix;
}

function readHost(text: string): string | undefined {
  const wildcard = text.startsWith('*.') ? '*.' : '';
  const host = canonicalHost(text.slice(wildcard.length));
  return host === undefined || host.forwarded !== host.name ? undefined : wildcard + host.name;
}

/** Reports at the text itself, or at `other` when the text is empty. */
function reportText(
  written: MappedText,
  other: MappedText,
  report: ReportAt,
  problemOf: (shown: string) => ReturnType<typeof problem.badHost>,
): void {
  const { offsets } = written.text === '' ? other : written;
  report(problemOf(written.text), offsets[0] ?? 0, (offsets.at(-1) ?? 0) + 1);
}
