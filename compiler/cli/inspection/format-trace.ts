/** Formats a trace as text: a block for each rule that ran, and a line for the others by reason. */
import { shownText } from './shown-text.ts';
import type { LinkTrace, PhaseTrace, RuleTrace, TraceReport, ValueTrace } from './trace-report.ts';

const SHOWN = 120;

export function formatTrace(report: TraceReport): string {
  return report
    .flatMap(formatPhase)
    .map((line) => `${line}\n`)
    .join('');
}

function formatPhase({ phase, rules }: PhaseTrace): readonly string[] {
  const lines = [`phase ${phase}`];
  let alike: RuleTrace[] = [];
  const endAlike = (): void => {
    const [first] = alike;
    if (first !== undefined) lines.push(`  ${idsText(alike)} skipped: ${first.why}`);
    alike = [];
  };
  for (const rule of rules) {
    if (alike[0] !== undefined && alike[0].why !== rule.why) endAlike();
    if (rule.why !== undefined) alike.push(rule);
    else lines.push(...formatRule(rule));
  }
  endAlike();
  return lines;
}

/** Returns the ids of consecutive rules with the same reason: the first, the last, and their number. */
function idsText(rules: readonly RuleTrace[]): string {
  const [first, last] = [rules[0]?.id, rules.at(-1)?.id];
  return rules.length === 1 ? `${first}` : `${first} to ${last} (${rules.length} rules)`;
}

function formatRule({ id, file, line, result, without, links }: RuleTrace): readonly string[] {
  const taken = without.length === 0 ? '' : `, without ${without.join(', ')} (ctl)`;
  return [
    `  ${id} ${result}${taken} [${file}:${line}]`,
    ...links.flatMap((link) => formatLink(link)),
  ];
}

/** Formats the test of a link and each value that it inspected. */
export function formatLink({
  targets,
  operator,
  argument,
  transformations,
  values,
}: LinkTrace): readonly string[] {
  const by = transformations.map((name) => ` t:${name}`).join('');
  const how = `${operator} ${argument}`.replace(/ $/, '');
  const head = `${shownText(how).slice(0, SHOWN)} on ${targets.slice(0, SHOWN)}`;
  const nothing = values.length === 0 ? ['      no value'] : [];
  return [`    ${head}${by}`, ...nothing, ...values.flatMap(formatValue)];
}

function formatValue({ target, before, after, result }: ValueTrace): readonly string[] {
  const shown = (text: string): string => shownText(text.slice(0, SHOWN));
  const head = `      ${result}: ${shownText(target)}`;
  if (before === after) return [`${head} = ${shown(after)}`];
  return [head, `        before: ${shown(before)}`, `        after:  ${shown(after)}`];
}
