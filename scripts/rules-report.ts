/**
 * `make rules-report`: compares what the built-in rules and the OWASP CRS detect on the same requests, and counts
 * false positives. Exits with 1 when a figure misses its limit. With --write it also writes the tables into
 * docs/built-in-rules.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '#compiler/cli/output/table.ts';
import { checkRules } from './rules-report/check-rules.ts';
import { corpus } from './rules-report/corpus/corpus.ts';
import { countDetections, readAttacks } from './rules-report/detection.ts';
import {
  countCorpus,
  countMixes,
  type Flagged,
  type Hits,
  isBelow,
} from './rules-report/false-positives.ts';
import { type Level, profiledWaf, SHARED_DATA } from './rules-report/measured-waf.ts';
import { REPORT_PAGE, withReport } from './rules-report/report-page.ts';
import { share, sum } from './rules-report/show.ts';

/** The fraction of attacks that must be detected at each level; `corpusBars`: that of the corpus that may be flagged. */
const DETECTION_BARS: ReadonlyMap<Level, number> = new Map([
  [1, 0.85],
  [2, 0.9],
]);
const corpusBars = [
  {
    kind: 'everyday',
    title: 'Own benign texts at PL1, each as query, form and JSON value',
    bar: 0.003,
  },
  {
    kind: 'technical',
    title: 'Own texts about programs at PL1, each as query, form and JSON value',
    bar: 0.03,
  },
] as const;

const levels: readonly Level[] = [1, 2];
const missed: string[] = [];
const hasCrs = existsSync(join(SHARED_DATA, 'crs'));

/** The text of the report. */
const shown: string[] = [];

function show(title: string, rows: readonly (readonly string[])[]): void {
  const text = `${title}\n${formatTable(rows)}`;
  shown.push(text);
  console.log(text);
}

function demand(isMet: boolean, bar: string): void {
  console.log(`${isMet ? 'met' : 'MISSED'}: ${bar}\n`);
  if (!isMet) missed.push(bar);
}

function reportCheck(): void {
  const { rulesByLevel, expressions, superLinear, findings } = checkRules();
  console.log('Rules');
  const perLevel = rulesByLevel.map((count, index) => `${count} at PL${index + 1}`).join(', ');
  console.log(`${sum(rulesByLevel)} detection rules: ${perLevel}; ${expressions} expressions`);
  for (const finding of findings) console.log(finding);
  demand(findings.length === 0, 'our own check finds nothing, all paranoia levels on');
  demand(superLinear === 0, `${superLinear} expressions are super-linear on any engine`);
}

async function reportDetection(): Promise<void> {
  const attacks = readAttacks();
  for (const level of levels) {
    const rows = await countDetections(attacks, level);
    const all = sum(rows.map((row) => row.attacks));
    const builtIn = sum(rows.map((row) => row.builtIn));
    const crs = sum(rows.map((row) => row.crs));
    const bar = DETECTION_BARS.get(level) ?? 1;
    const title = `Detection at PL${level}: tests of rules up to that level whose request is caught`;
    const body = [...rows, { name: 'all', attacks: all, builtIn, crs }].map((row) => [
      row.name,
      share(row.builtIn, row.attacks),
      share(row.crs, row.attacks),
    ]);
    show(title, [['class', 'built-in', 'OWASP CRS'], ...body]);
    demand(builtIn >= bar * all, `at least ${100 * bar} % caught at PL${level}`);
  }
}

async function reportMixes(): Promise<void> {
  for (const level of levels) {
    const hits: Hits = new Map();
    const builtIn = countMixes(await profiledWaf('built-in', level), hits);
    const crs = hasCrs ? countMixes(await profiledWaf('crs', level), new Map()) : undefined;
    const rows = builtIn.map((row, index) => {
      const other = crs?.[index];
      const beside = other === undefined ? 'not here' : share(other.flagged, other.requests);
      return [row.name, share(row.flagged, row.requests), beside];
    });
    show(`Requests flagged by profile pl${level}, request mixes`, [
      ['mix', 'built-in', 'OWASP CRS'],
      ...rows,
    ]);
    const [ours, theirs] = [flaggedBenign(builtIn), crs === undefined ? 0 : flaggedBenign(crs)];
    if (level === 1) demand(ours === 0, 'no benign request flagged at PL1');
    else if (hasCrs) demand(ours <= theirs, `${ours} benign requests flagged, CRS ${theirs}`);
  }
}

const flaggedBenign = (rows: readonly Flagged[]): number =>
  sum(rows.filter(({ name }) => name !== 'attack').map(({ flagged }) => flagged));

async function reportCorpus(): Promise<void> {
  const builtIn = await profiledWaf('built-in', 1);
  const crs = hasCrs ? await profiledWaf('crs', 1) : undefined;
  for (const { kind, title, bar } of corpusBars) {
    const parts = corpus().filter((part) => part.kind === kind);
    const hits: Hits = new Map();
    const ours = withSum(countCorpus(builtIn, parts, hits));
    const theirs = crs === undefined ? undefined : withSum(countCorpus(crs, parts, new Map()));
    const body = ours.map(({ name, requests, flagged }, index) => {
      const other = theirs?.[index];
      return [name, share(flagged, requests), other ? share(other.flagged, requests) : 'not here'];
    });
    show(title, [['texts', 'built-in', 'OWASP CRS'], ...body]);
    for (const [id, names] of [...hits].toSorted(([left], [right]) => left - right)) {
      for (const name of names) console.log(`${id}  ${JSON.stringify(name)}`);
    }
    const { requests = 0, flagged = 0 } = ours.at(-1) ?? {};
    demand(flagged <= bar * requests, `at most ${100 * bar} % flagged`);
    if (theirs !== undefined) demand(isBelow(ours, theirs), 'fewer flagged than by the CRS, each');
  }
}

/** Returns the rows with a row for their sum. */
const withSum = (rows: readonly Flagged[]): readonly Flagged[] => [
  ...rows,
  {
    name: 'all',
    requests: sum(rows.map((row) => row.requests)),
    flagged: sum(rows.map((row) => row.flagged)),
  },
];

reportCheck();
if (hasCrs) await reportDetection();
else console.log(`Detection is not measured: ${SHARED_DATA}/crs is not here\n`);
await reportMixes();
await reportCorpus();
console.log(missed.length === 0 ? 'all bars met' : `${missed.length} bars missed`);
process.exitCode = missed.length === 0 ? 0 : 1;
if (process.argv.includes('--write')) {
  const page = readFileSync(REPORT_PAGE, 'utf8');
  writeFileSync(REPORT_PAGE, withReport(page, shown, new Date()));
}
