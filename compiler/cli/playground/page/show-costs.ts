/** Shows the cost of every rule as rows of a table. */
import type { RunReport } from '../../inspection/run-request.ts';
import { shownText } from '../../inspection/shown-text.ts';
import type { LinkCost, RuleCost } from '../protocol.ts';
import { element, link } from './dom.ts';
import type { GoTo } from './show-result.ts';

/** The most words of a prefilter to show. */
const SHOWN = 6;

export function showCosts(
  host: HTMLElement,
  rules: readonly RuleCost[],
  report: RunReport | undefined,
  goTo: GoTo,
): void {
  const results = resultsById(report);
  host.replaceChildren(
    ...rules.flatMap((rule) => {
      const links = rule.links.length === 0 ? [undefined] : rule.links;
      return links.map((cost, index) => rowElement(rule, cost, index, results, goTo));
    }),
  );
}

/** Returns the result of each rule in the trace. */
function resultsById(report: RunReport | undefined): ReadonlyMap<number, string> {
  const rules = report?.trace?.flatMap((phase) => phase.rules) ?? [];
  return new Map(
    rules.map(({ id, result, why }) => [id, why === undefined ? result : reason(why)]),
  );
}

/** Shortens `prefilter: no value holds ...`, because the last column already lists the words. */
function reason(why: string): string {
  return why.startsWith('prefilter:') ? 'not called: prefilter' : `not called: ${why}`;
}

function rowElement(
  { id, path, line, phase, dropped }: RuleCost,
  cost: LinkCost | undefined,
  index: number,
  results: ReadonlyMap<number, string>,
  goTo: GoTo,
): Node {
  if (dropped !== undefined)
    return droppedElement(
      link(`${id}`, () => goTo(path, line)),
      phase,
      dropped,
    );
  const isFirst = index === 0;
  const rule = isFirst ? link(`${id}`, () => goTo(path, line)) : 'chained';
  const result = results.get(id) ?? '';
  return element(
    'tr',
    {},
    element('td', {}, rule),
    element('td', {}, isFirst ? `${phase}` : ''),
    element('td', {}, isFirst ? result : ''),
    element('td', {}, cost === undefined ? '' : cost.operator || 'always'),
    element('td', { className: 'number' }, statesText(cost)),
    element('td', {}, cost?.backtracking ?? ''),
    element('td', {}, cost === undefined ? '' : neededText(cost)),
  );
}

function droppedElement(rule: Node, phase: number, why: string): Node {
  const text = `dropped when the rules were compiled: ${why}`;
  return element(
    'tr',
    { className: 'dropped' },
    element('td', {}, rule),
    element('td', {}, `${phase}`),
    element('td', { colSpan: 5 }, text),
  );
}

function statesText(cost: LinkCost | undefined): string {
  return cost?.states === undefined ? '' : `${cost.states} × ${cost.byteClasses}`;
}

function neededText({ words, needs }: LinkCost): string {
  const list = words?.slice(0, SHOWN).map((word) => JSON.stringify(shownText(word))) ?? [];
  const rest = (words?.length ?? 0) - SHOWN;
  const more = rest > 0 ? ` or ${rest} others` : '';
  return (
    [...(list.length === 0 ? [] : [list.join(' or ') + more]), ...needs].join('; ') || 'anything'
  );
}
