/** Shows the result of the request: the verdict, the matches, and the trace of every rule. */
import type { MatchReport, RunReport, ValueReport } from '../../inspection/run-request.ts';
import { shownText } from '../../inspection/shown-text.ts';
import type {
  LinkTrace,
  PhaseTrace,
  RuleTrace,
  ValueTrace,
} from '../../inspection/trace-report.ts';
import { element, link } from './dom.ts';

export type GoTo = (path: string, line: number) => void;

/** The most chars of a value to show. */
const SHOWN = 400;

export function showResult(host: HTMLElement, report: RunReport, goTo: GoTo): void {
  const { verdict, inboundScore, outboundScore, matches } = report;
  const scores = [
    ...(inboundScore === '' ? [] : [`inbound score ${inboundScore}`]),
    ...(outboundScore === '' ? [] : [`outbound score ${outboundScore}`]),
  ];
  const text = [verdictText(report), ...scores].join(', ');
  host.replaceChildren(
    element('div', { className: `verdict ${verdict}` }, text),
    ...matches.map((match) => matchElement(match, goTo)),
  );
}

function verdictText({ verdict, status, ruleId }: RunReport): string {
  if (verdict === 'passed') return '✔ Passed';
  const by = ruleId === 0 ? 'the engine itself (rule 0)' : `rule ${ruleId}`;
  if (verdict === 'blocked') return `✖ Blocked with ${status} by ${by}`;
  return `▲ Passed (DetectionOnly), would be blocked with ${status} by ${by}`;
}

function matchElement({ id, phase, file, line, message, values }: MatchReport, goTo: GoTo): Node {
  const at = link(`rule ${id}`, () => goTo(file, line));
  const text = ` (phase ${phase})${message === '' ? '' : `: ${shownText(message)}`}`;
  return element('div', { className: 'match' }, at, text, ...values.map(valueElement));
}

function valueElement({
  target,
  before,
  after,
  operator,
  transformations,
  found,
  fingerprint,
}: ValueReport): Node {
  const by = operator === undefined ? '' : ` by ${operator}`;
  const print = fingerprint === undefined ? '' : `, fingerprint ${fingerprint}`;
  const lines = [
    element('div', {}, `${shownText(target)}${by}${print}: `, ...foundIn(after, found)),
    ...(before === after
      ? []
      : [
          element(
            'div',
            {},
            `before ${transformations.map((name) => `t:${name}`).join(',')}: ${cut(before)}`,
          ),
        ]),
  ];
  return element('div', { className: 'value' }, ...lines);
}

/** Returns the text with the match marked, and some text around the match. */
function foundIn(text: string, found: ValueReport['found']): readonly (Node | string)[] {
  if (found === undefined) return [cut(text)];
  const [start, end] = found;
  const from = Math.max(0, start - SHOWN / 2);
  return [
    shownText(text.slice(from, start)),
    element('mark', {}, cut(text.slice(start, end))),
    cut(text.slice(end)),
  ];
}

function cut(text: string): string {
  return text.length <= SHOWN ? shownText(text) : `${shownText(text.slice(0, SHOWN))}…`;
}

export function showTrace(host: HTMLElement, report: RunReport, goTo: GoTo): void {
  host.replaceChildren(...(report.trace ?? []).flatMap((phase) => phaseElement(phase, goTo)));
}

function phaseElement({ phase, rules }: PhaseTrace, goTo: GoTo): readonly Node[] {
  const title = element('h3', {}, `Phase ${phase}`);
  return rules.length === 0
    ? []
    : [title, ...groupsOf(rules).map((group) => groupElement(group, goTo))];
}

/** Groups consecutive rules that were skipped for the same reason. A rule that ran is a group of its own. */
function groupsOf(rules: readonly RuleTrace[]): readonly (readonly RuleTrace[])[] {
  const groups: RuleTrace[][] = [];
  for (const rule of rules) {
    const last = groups.at(-1);
    const isAlike = rule.why !== undefined && last?.[0]?.why === rule.why;
    if (isAlike) last?.push(rule);
    else groups.push([rule]);
  }
  return groups;
}

function groupElement(group: readonly RuleTrace[], goTo: GoTo): Node {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return element('div');
  const at = ({ id, file, line }: RuleTrace): Node => link(`${id}`, () => goTo(file, line));
  if (first.why === undefined) return ruleElement(first, at(first));
  const ids =
    group.length === 1 ? [at(first)] : [at(first), ' to ', at(last), ` (${group.length} rules)`];
  const why = element('span', { className: 'why' }, ` skipped: ${shownText(first.why)}`);
  return element('div', { className: 'traced' }, ...ids, why);
}

function ruleElement({ result, without, links }: RuleTrace, id: Node): Node {
  const taken = without.length === 0 ? '' : `, without ${without.join(', ')} (ctl)`;
  const isMatch = result === 'match';
  const head = element('span', { className: isMatch ? 'matched' : '' }, ` ${result}${taken}`);
  return element('div', { className: 'traced' }, id, head, ...links.map(linkElement));
}

function linkElement({ targets, operator, argument, transformations, values }: LinkTrace): Node {
  const by = transformations.map((name) => ` t:${name}`).join('');
  const head = `${cut(`${operator} ${argument}`.replace(/ $/, ''))} on ${targets}${by}`;
  const seen = values.length === 0 ? ['no value'] : values.map(tracedValue);
  const lines = seen.map((each) => element('div', {}, each));
  return element(
    'div',
    { className: 'value why' },
    head,
    element('div', { className: 'value' }, ...lines),
  );
}

function tracedValue({ target, before, after, result }: ValueTrace): string {
  const changed = before === after ? '' : ` (before: ${cut(before)})`;
  return `${result}: ${shownText(target)} = ${cut(after)}${changed}`;
}
