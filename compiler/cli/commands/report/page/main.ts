/** The page of `portcullis report`: reads its figures and draws them. */
import type { Counts, Period, ReportDocument, TimeBar } from '../document.ts';
import { dimensionChart, dimensionTable } from './dimension-chart.ts';
import { element } from './element.ts';
import { falseAlarmsSection } from './false-alarms.ts';
import { hatching } from './plot.ts';
import { createRequestsDialog } from './requests-dialog.ts';
import { change, minute, number, requests as requestsText, sumOf } from './text.ts';
import { type Choose, timeChart, timeTable } from './time-chart.ts';

const TITLES = {
  rule: 'Rules',
  tag: 'Tags',
  host: 'Hosts',
  path: 'Paths',
  country: 'Countries',
  client: 'Clients',
} as const;

const report: ReportDocument = JSON.parse(document.getElementById('report')?.textContent ?? '');
const dialog = createRequestsDialog(report.requests);
const choose: Choose = (title, count, indexes) => dialog.open(title, count, indexes);
/** The factor for counts of the compared period when its length differs. */
const rate = rateOf(report.period, report.comparedWith);

document.body.append(
  hatching(),
  header(),
  element(
    'main',
    {},
    timeSection(),
    element('div', { class: 'columns' }, ...report.dimensions.map(dimensionSection)),
    falseAlarmsSection(report.falseAlarms, choose),
    notes(),
  ),
  dialog.element,
);

function rateOf(now: Period, before: Period | undefined): number | undefined {
  if (before === undefined) return undefined;
  const length = ({ from, to }: Period): number =>
    from === undefined || to === undefined ? 0 : to - from;
  return length(now) > 0 && length(before) > 0 ? length(now) / length(before) : 1;
}

function header(): HTMLElement {
  const { period, comparedWith } = report;
  return element(
    'header',
    {},
    element('h1', {}, 'What the firewall blocked and detected'),
    element('p', {}, spanText(period), comparedWith && `, compared with ${spanText(comparedWith)}`),
    element(
      'ul',
      { class: 'figures' },
      figure('blocked', 'Blocked', period.blocked, comparedWith?.blocked),
      figure('detected', 'Detected, not blocked', period.detected, comparedWith?.detected),
      figure('unmatched', 'Logged without a match', period.unmatched, comparedWith?.unmatched),
    ),
    rate === undefined
      ? undefined
      : element(
          'p',
          { class: 'quiet' },
          'A line across a bar marks the period before, scaled to the same length.',
        ),
  );
}

function figure(name: string, title: string, now: number, before: number | undefined): HTMLElement {
  const compared =
    rate === undefined || before === undefined
      ? undefined
      : element(
          'span',
          { class: 'quiet' },
          `${number(before)} before ${change(now, before * rate)}`,
        );
  return element(
    'li',
    {},
    element('span', { class: `key ${name}`, 'aria-hidden': 'true' }),
    element('strong', {}, number(now)),
    ` ${title} `,
    compared,
  );
}

function spanText({ from, to }: Period): string {
  if (from === undefined && to === undefined) return 'records without a time';
  const start = from === undefined ? 'the beginning' : minute(from);
  return `${start} to ${to === undefined ? 'the end' : minute(to)} UTC`;
}

/** Returns a chart that is redrawn when its width changes. */
function responsive(draw: (width: number) => Element): HTMLElement {
  const frame = element('div', { class: 'chart' });
  let drawnWidth = 0;
  new ResizeObserver(() => {
    const width = Math.floor(frame.clientWidth);
    if (width === drawnWidth || width === 0) return;
    drawnWidth = width;
    frame.replaceChildren(draw(width));
  }).observe(frame);
  return frame;
}

function timeSection(): HTMLElement {
  const { time, comparedWith } = report;
  const now = ({ now: counts }: TimeBar): Counts => counts;
  const before = ({ before: counts }: TimeBar): Counts => counts;
  const part = (countsOf: (bar: TimeBar) => Counts): readonly TimeBar[] =>
    time.bars.filter((bar) => sumOf(countsOf(bar)) > 0);
  const most = Math.max(0, ...time.bars.flatMap((bar) => [sumOf(bar.now), sumOf(bar.before)]));
  const chart = (title: string, countsOf: (bar: TimeBar) => Counts): readonly HTMLElement[] => [
    responsive((width) => timeChart(title, time, part(countsOf), countsOf, most, width, choose)),
    timeTable(title, part(countsOf), countsOf, choose),
  ];
  return element(
    'section',
    {},
    element('h2', {}, 'Over time'),
    ...chart('This period', now),
    ...(comparedWith === undefined
      ? []
      : [element('h3', {}, 'The period before'), ...chart('The period before', before)]),
  );
}

function dimensionSection(dimension: ReportDocument['dimensions'][number]): HTMLElement {
  const { name, bars, distinct, missing } = dimension;
  const heading = element('h2', {}, TITLES[name]);
  if (bars.length === 0) {
    const reason =
      name === 'country'
        ? 'No country database was given (--geo-database).'
        : 'The log names none.';
    return element('section', {}, heading, element('p', { class: 'quiet' }, reason));
  }
  const exact =
    missing === 0
      ? `${number(distinct)} different`
      : `More than ${number(distinct)} different; each bar may lack up to ${requestsText(missing)}`;
  return element(
    'section',
    {},
    heading,
    element('p', { class: 'quiet' }, exact),
    responsive((width) => dimensionChart(dimension, rate, width, choose)),
    dimensionTable(dimension, rate, choose),
  );
}

function notes(): HTMLElement {
  const lines = report.logs.map(({ name, records, unreadable, firstUnreadable, problem }) => {
    const parts = [`${name}: ${number(records)} records`];
    if (unreadable > 0)
      parts.push(
        `${number(unreadable)} lines that are not records, the first at line ${firstUnreadable}`,
      );
    if (problem !== undefined) parts.push(`read only in part: ${problem}`);
    return element('li', {}, parts.join('; '));
  });
  return element(
    'section',
    {},
    element('h2', {}, 'Logs'),
    element('ul', {}, ...lines),
    element('p', { class: 'quiet' }, `Made by ${report.generator}.`),
  );
}
