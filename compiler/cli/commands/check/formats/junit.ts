/**
 * Formats findings as JUnit XML: one test case for each file, one failure for each finding. Notices are not failures.
 */
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { type SourceFile, shownPath } from '#compiler/source.ts';
import type { Finding } from '../../../findings/finding.ts';
import { type JunitCase, junitXml } from '../../../output/junit.ts';

/** Returns the XML. Files of `sources` without findings are test cases that pass. */
export function formatJunit(findings: readonly Finding[], sources: readonly SourceFile[]): string {
  const paths = new Set([
    ...sources.map(({ path }) => path),
    ...findings.map(({ span }) => span.source.path),
  ]);
  const failing = findings.filter(({ severity }) => severity !== 'notice');
  const cases = [...paths].toSorted().map(
    (path): JunitCase => ({
      name: shownPath({ path }),
      failures: failing
        .filter(({ span }) => span.source.path === path)
        .map((finding) => ({
          type: finding.code,
          message: finding.message,
          details: formatDiagnostic(finding),
        })),
    }),
  );
  return junitXml('portcullis check', [{ name: 'rules', cases }]);
}
