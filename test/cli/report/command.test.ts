/** `portcullis report` as a process: several logs, what it prints, its exit codes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pageProblem } from '#compiler/cli/commands/report/html.ts';
import { prepare, type ReportOptions } from '#compiler/cli/commands/report/prepare.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { auditLine } from './helpers.ts';

const blocked = auditLine({ isBlocked: true, time: '2026-11-02T10:00:00Z' });
const files = {
  'audit.log': `${auditLine()}\nnonsense\n{}\n${blocked.slice(0, 50)}`,
  'audit.log.1.gz': gzipSync(`${blocked}\n`).toString('latin1'),
  'cut.gz': gzipSync(`${blocked}\n`).subarray(0, -10).toString('latin1'),
  'none.log': '--a1b2-A--\n[22/Nov/2026]\n',
  'geo.mmdb': 'none',
};

test('rotated logs, gzip and standard input together: JSON, a page, and what could not be read', () => {
  const folder = folderWith(files);
  const page = pageProblem() === undefined ? ['--html', 'out.html'] : [];
  const words = ['report', 'audit.log', 'audit.log.1.gz', 'cut.gz', '-', '--json', ...page];
  const { status, stdout, stderr } = portcullis(folder, words, `${blocked}\n`);
  assert.equal(status, 0, stderr);
  assert.equal(
    stderr,
    'audit.log: 2 lines are not audit records, the first is line 2.\ncut.gz: read only in part: unexpected end of file.\n',
  );
  const report = JSON.parse(stdout);
  assert.equal(report.schemaVersion, 1);
  assert.deepEqual(
    report.logs.map(({ name, records }: { name: string; records: number }) => [name, records]),
    [
      ['audit.log', 1],
      ['audit.log.1.gz', 1],
      ['cut.gz', 0],
      ['-', 1],
    ],
  );
  assert.equal(report.period.blocked, 2);
  assert.equal(report.period.detected, 1);
  assert.match(report.falseAlarms.exclusions.reason, /profiles/);
  if (page.length > 0)
    assert.match(readFileSync(join(folder, 'out.html'), 'utf8'), /^<!doctype html>/);
});

test('the summary says which end of a period is open', () => {
  const folder = folderWith(files);
  const periods = ['--period', '2026-11-03..', '--compare', '..2026-10-31'];
  const { stdout } = portcullis(folder, ['report', 'audit.log', ...periods, '--no-exclusions']);
  assert.deepEqual(stdout.split('\n').slice(0, 2), [
    '2026-11-03 00:00 to the end UTC: 0 blocked, 0 detected, 0 without a match',
    'compared with the beginning to 2026-11-01 00:00 UTC: 0 blocked, 0 detected, 0 without a match',
  ]);
});

test('without --html and --json a summary is printed', () => {
  const folder = folderWith(files);
  const words = ['report', 'audit.log', '--period', '2026-11-01..', '--no-exclusions'];
  const { status, stdout } = portcullis(folder, words);
  assert.equal(status, 0);
  assert.match(
    stdout,
    /^2026-11-01 00:00 to 2026-11-01 10:00 UTC: 0 blocked, 1 detected, 0 without a match\n/,
  );
  assert.match(stdout, /\n {2}by rule +blocked +detected\n {2}942100 SQL +0 +1\n/);
});

test('a log without a single record: exit 2', () => {
  const { status, stdout, stderr } = portcullis(folderWith(files), ['report', 'none.log']);
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(
    stderr,
    /^none\.log: 2 lines .*\nerror: none\.log: no line is a JSON audit record \(SecAuditLogFormat JSON\)\.\n$/,
  );
});

/** Logs and options, and what is wrong with them. */
const mistakes: readonly (readonly [
  logs: readonly string[],
  options: Partial<ReportOptions>,
  message: RegExp,
])[] = [
  [['missing.log'], {}, /^Cannot read the audit log .*missing\.log\. There is no such file\.$/],
  [['.'], {}, /^Cannot read the audit log .*\. It is a folder\.$/],
  [['audit.log'], { html: 'audit.log' }, /^--html names the audit log .*audit\.log\.$/],
  [
    ['audit.log'],
    { html: 'no/out.html' },
    /^Cannot write .*no\/out\.html\. There is no such folder\.$/,
  ],
  [['audit.log'], { html: '.' }, /^Cannot write .*\. It is a folder\.$/],
  [['audit.log'], { period: 'monday' }, /^--period takes FROM\.\.TO, such as /],
  [['audit.log'], { compare: '..' }, /^--compare takes FROM\.\.TO, such as /],
  [['audit.log'], { period: '2026-11-01..', compare: '2026-11-02..' }, /overlap\.$/],
  [
    ['audit.log'],
    { geoDatabase: 'geo.mmdb' },
    /^Cannot read the GeoIP database .*geo\.mmdb\. Unknown type /,
  ],
  [['audit.log'], { profile: 'nothing' }, /nothing/],
];

test('usage errors are found before the logs are read', async (t) => {
  const folder = folderWith(files);
  const inFolder = (path: string): string => join(folder, path);
  for (const [logs, { html, geoDatabase, ...others }, message] of mistakes) {
    await t.test(rowTitle([logs, html, geoDatabase, others]), () => {
      const options = {
        ...{ entry: [], exclusions: true, ...others },
        ...(html !== undefined && { html: inFolder(html) }),
        ...(geoDatabase !== undefined && { geoDatabase: inFolder(geoDatabase) }),
      };
      const prepared = prepare(logs.map(inFolder), options, memoryFiles({}));
      assert.ok(prepared.kind === 'Error');
      assert.match(prepared.message, message);
    });
  }
  assert.equal(mistakes.length, 10);
});
