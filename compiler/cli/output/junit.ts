/** Writes JUnit XML, which CI systems read as test results. */
import { escapeXml } from './escape.ts';

export type JunitSuite = { readonly name: string; readonly cases: readonly JunitCase[] };

export type JunitCase = {
  readonly name: string;
  /** Why it was skipped; undefined when it ran. */
  readonly skipped?: string;
  /** Empty when it passed. */
  readonly failures: readonly JunitFailure[];
};

export type JunitFailure = {
  readonly message: string;
  readonly details: string;
  readonly type?: string;
};

export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}" ${counts(all)}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${escapeXml(suite.name)}" ${counts(suite.cases)}>`,
      ...suite.cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

/** Counts the failed cases; a case with several failures counts once. */
function counts(cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  return `tests="${cases.length}" failures="${failed}" skipped="${skipped}"`;
}

function caseLines({ name, skipped, failures }: JunitCase): readonly string[] {
  const start = `    <testcase classname="portcullis" name="${escapeXml(name)}"`;
  if (skipped === undefined && failures.length === 0) return [`${start}/>`];
  return [
    `${start}>`,
    ...(skipped === undefined ? [] : [`      <skipped message="${escapeXml(skipped)}"/>`]),
    ...failures.map(failureLine),
    '    </testcase>',
  ];
}

function failureLine({ message, details, type }: JunitFailure): string {
  const kind = type === undefined ? '' : `type="${escapeXml(type)}" `;
  return `      <failure ${kind}message="${escapeXml(message)}">${escapeXml(details)}</failure>`;
}
