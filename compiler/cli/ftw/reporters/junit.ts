/** Tests as JUnit's XML: a suite a file. */
import { escapeXml } from '../../output/escape.ts';
import { countOfKind, type FtwRecord } from '../ftw-record.ts';
import { detailsOf, titleOf } from './summary.ts';

export function formatJunit(records: readonly FtwRecord[]): string {
  const files = [...new Set(records.map(({ file }) => file))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="portcullis test" ${countsOf(records)}>`,
    ...files.flatMap((file) =>
      formatSuite(
        file,
        records.filter((record) => record.file === file),
      ),
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

function formatSuite(file: string, records: readonly FtwRecord[]): readonly string[] {
  return [
    `  <testsuite name="${escapeXml(file)}" ${countsOf(records)}>`,
    ...records.flatMap(formatCase),
    '  </testsuite>',
  ];
}

function countsOf(records: readonly FtwRecord[]): string {
  const [failed, skipped] = [countOfKind(records, 'failed'), countOfKind(records, 'skipped')];
  return `tests="${records.length}" failures="${failed}" skipped="${skipped}"`;
}

function formatCase(record: FtwRecord): readonly string[] {
  const name = `    <testcase classname="portcullis" name="${escapeXml(record.id)}"`;
  if (record.kind === 'passed') return [`${name}/>`];
  const inside =
    record.kind === 'skipped'
      ? `<skipped message="${escapeXml(record.reason ?? '')}"/>`
      : `<failure message="${escapeXml(titleOf(record))}">${escapeXml(detailsOf(record).join('\n'))}</failure>`;
  return [`${name}>`, `      ${inside}`, '    </testcase>'];
}
