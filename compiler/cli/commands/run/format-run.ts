/** Formats a run as text. */
import type { MatchReport, RunReport, ValueReport } from '../../inspection/run-request.ts';
import { shownText } from '../../inspection/shown-text.ts';

const SHOWN = 120;

/** `coloured` also highlights what was found, in addition to the caret line below the value. */
export function formatRun(report: RunReport, profile: string, coloured: boolean): string {
  const { inboundScore, outboundScore, matches } = report;
  const scores = [
    ...(inboundScore === '' ? [] : [`inbound score ${inboundScore}`]),
    ...(outboundScore === '' ? [] : [`outbound score ${outboundScore}`]),
  ];
  const head = [`${profile}: ${verdictText(report)}`, ...scores].join(', ');
  return [head, ...matches.flatMap((match) => formatMatch(match, coloured)), ''].join('\n');
}

function verdictText({ verdict, status, ruleId }: RunReport): string {
  if (verdict === 'passed') return 'PASSED';
  const what = verdict === 'blocked' ? 'BLOCKED' : 'PASSED (DetectionOnly), would be blocked with';
  return `${what} ${status} by ${ruleId === 0 ? 'the engine itself (rule 0)' : `rule ${ruleId}`}`;
}

function formatMatch(match: MatchReport, coloured: boolean): readonly string[] {
  const { id, phase, message, file, line, values } = match;
  return [
    `rule ${id} (phase ${phase}): ${shownText(message)} [${file}:${line}]`,
    ...values.flatMap((value) => formatValue(value, coloured)),
  ];
}

function formatValue(value: ValueReport, coloured: boolean): readonly string[] {
  const { target, before, after, operator, transformations, fingerprint } = value;
  const by = operator === undefined ? '' : ` by ${operator}`;
  const why = fingerprint === undefined ? by : `${by}, fingerprint ${fingerprint}`;
  const changed = before === after ? [] : [`    before: ${shownText(before.slice(0, SHOWN))}`];
  const names = transformations.map((name) => `t:${name}`).join(',');
  const label = before === after ? 'value' : 'after';
  return [
    `  ${shownText(target)}${why}`,
    ...changed,
    `    ${label}: ${formatFound(value, coloured, label.length + 6)}`,
    ...(before === after ? [] : [`    by: ${names}`]),
  ];
}

/** Returns the value around the found part, and a caret line below it. */
function formatFound({ after, found }: ValueReport, coloured: boolean, indent: number): string {
  if (found === undefined) return shownText(after.slice(0, SHOWN));
  const [start, end] = found;
  const from = Math.max(0, Math.min(start - SHOWN / 4, after.length - SHOWN));
  const left = shownText(after.slice(from, start));
  const middle = shownText(after.slice(start, Math.min(end, from + SHOWN)));
  const right = shownText(after.slice(Math.min(end, from + SHOWN), from + SHOWN));
  if (coloured) return `${left}\x1b[31m${middle}\x1b[0m${right}`;
  const carets = '^'.repeat(Math.max(1, middle.length));
  return `${left}${middle}${right}\n${' '.repeat(indent + left.length)}${carets}`;
}
