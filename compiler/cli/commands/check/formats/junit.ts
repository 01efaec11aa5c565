/** Findings as JUnit's XML: a test case a file, a failure a finding; notices do not fail. */
import { formatDiagnostic } from '../../../../diagnostics.ts';
import { type SourceFile, shownPath } from '../../../../source.ts';
import type { Finding } from '../../../findings/finding.ts';
import { escapeXml } from '../../../output/escape.ts';

/** `sources`: files without findings are test cases that pass. */
export function formatJunit(findings: readonly Finding[], sources: readonly SourceFile[]): string {
  const paths = new Set([
    ...sources.map(({ path }) => path),
    ...findings.map(({ span }) => span.source.path),
  ]);
  const files = [...paths].toSorted();
  const failing = findings.filter(({ severity }) => severity !== 'notice');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="portcullis check" tests="${files.length}" failures="${failing.length}">`,
    `  <testsuite name="rules" tests="${files.length}" failures="${failing.length}">`,
    ...files.map((file) =>
      formatCase(
        file,
        failing.filter(({ span }) => span.source.path === file),
      ),
    ),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function formatCase(file: string, failures: readonly Finding[]): string {
  const name = `    <testcase classname="portcullis" name="${escapeXml(shownPath({ path: file }))}"`;
  if (failures.length === 0) return `${name}/>`;
  return [
    `${name}>`,
    ...failures.map((finding) => {
      const attributes = `type="${finding.code}" message="${escapeXml(finding.message)}"`;
      return `      <failure ${attributes}>${escapeXml(formatDiagnostic(finding))}</failure>`;
    }),
    '    </testcase>',
  ].join('\n');
}
