/** Shows likely false alarms and the exclusions for them. */
import type { Candidate, Exclusions, FalseAlarms } from '../document.ts';
import { button, element, table } from './element.ts';
import { number, sumOf } from './text.ts';
import type { Choose } from './time-chart.ts';

/** The limit of counted clients (candidates.ts). */
const MOST_CLIENTS = 64;

export function falseAlarmsSection(
  { candidates, exclusions }: FalseAlarms,
  choose: Choose,
): HTMLElement {
  const heading = element('h2', {}, 'Likely false alarms');
  if (candidates.length === 0)
    return element(
      'section',
      {},
      heading,
      element(
        'p',
        {},
        'None: no rule matches one target for several clients that match few other rules.',
      ),
    );
  return element(
    'section',
    {},
    heading,
    element(
      'p',
      {},
      'Rules that match one target for several clients that match few other rules. Look at the requests before you exclude anything.',
    ),
    table('Likely false alarms', [
      ['Rule and target', 'Blocked', 'Detected', 'Clients', 'Exclusion', ''],
      ...candidates.map((candidate) => rowOf(candidate, choose)),
    ]),
    ...exclusionParts(exclusions),
  );
}

function rowOf(candidate: Candidate, choose: Choose): readonly (Node | string)[] {
  const { rule, message, target, counts, clients, decisions, requests } = candidate;
  const title = `${rule} at ${target === '' ? 'an unknown target' : target}`;
  return [
    element('div', {}, title, element('p', { class: 'quiet' }, message)),
    number(counts.blocked),
    number(counts.detected),
    clients < MOST_CLIENTS ? number(clients) : `${number(clients)} or more`,
    element('div', {}, ...decisions.map((decision) => element('p', {}, decision))),
    button('Requests', `Requests of ${title}`, () => choose(title, sumOf(counts), requests)),
  ];
}

function exclusionParts(exclusions: Exclusions): readonly HTMLElement[] {
  if (exclusions.kind === 'None')
    return [element('p', {}, `No exclusions are proposed. ${exclusions.reason}`)];
  const { profile, files, tuning } = exclusions;
  return [
    element('h3', {}, `What portcullis tune writes for profile ${profile}`),
    element('p', {}, 'Its comments count the records that this report contains, not all requests.'),
    ...files.map(({ path, location, text }) =>
      element(
        'figure',
        {},
        element('figcaption', {}, `${path}: load it ${location} `, copyButton(path, text)),
        element('pre', { tabindex: '0', 'aria-label': path }, text),
      ),
    ),
    element(
      'details',
      {},
      element('summary', {}, 'Results of trying them'),
      element('pre', { tabindex: '0', 'aria-label': 'Output of portcullis tune' }, tuning),
    ),
  ];
}

function copyButton(path: string, text: string): HTMLElement {
  const made = button('Copy', `Copy ${path}`, () => {
    navigator.clipboard.writeText(text).then(
      () => made.replaceChildren('Copied'),
      () => made.replaceChildren('Select the text and copy it'),
    );
  });
  return made;
}
