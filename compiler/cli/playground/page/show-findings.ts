/** Shows the findings as a list with location, message and hint. */
import type { ShownFinding } from '../protocol.ts';
import { element, link } from './dom.ts';

/** The most findings to show: a rule set may have thousands of notices. */
const SHOWN = 300;

export function showFindings(
  host: HTMLElement,
  findings: readonly ShownFinding[],
  goTo: (finding: ShownFinding) => void,
): void {
  const rest = findings.length - SHOWN;
  host.replaceChildren(
    ...findings.slice(0, SHOWN).map((finding) => findingElement(finding, goTo)),
    ...(rest > 0 ? [element('li', {}, `and ${rest} more`)] : []),
  );
}

function findingElement(finding: ShownFinding, goTo: (finding: ShownFinding) => void): Node {
  const { path, from, severity, code, meaning, message, hint, notes } = finding;
  const location = `${path ?? 'load order'}:${from.line}:${from.column + 1}`;
  return element(
    'li',
    {},
    element('span', { className: `${severity} severity` }, severity),
    ' ',
    link(location, () => goTo(finding)),
    ` ${message} `,
    element('code', { title: meaning }, `[${code}]`),
    ...(hint === undefined ? [] : [element('div', { className: 'hint' }, `hint: ${hint}`)]),
    ...notes.map((note) => element('div', { className: 'note' }, `note: ${note}`)),
  );
}
