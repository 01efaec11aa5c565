/** Shows blocked and detected requests by rule, tag, host and so on: one bar each, the longest first. */
import * as Plot from '@observablehq/plot';
import type { Dimension, NamedBar } from '../document.ts';
import { button, element, table } from './element.ts';
import { CHOOSABLE, drawn, OUTCOMES } from './plot.ts';
import { change, compact, countsText, number, shortened, sumOf } from './text.ts';
import type { Choose } from './time-chart.ts';

/** The number of bars of a chart; the table has all. */
const BARS = 12;
const BAR_HEIGHT = 26;
const OTHERS = 'all others';

/** `rate` is the factor for counts of the compared period; undefined when there is none. */
export function dimensionChart(
  { name, bars, others }: Dimension,
  rate: number | undefined,
  width: number,
  choose: Choose,
): Element {
  const shown = bars.slice(0, BARS);
  const rest = bars.slice(BARS).reduce(
    (sum, { now, before }) => ({
      now: sum.now + sumOf(now),
      before: sum.before + sumOf(before),
    }),
    { now: sumOf(others.now), before: sumOf(others.before) },
  );
  const most = Math.max(
    1,
    ...shown.map(({ now, before }) => Math.max(sumOf(now), sumOf(before) * (rate ?? 0))),
  );
  const narrow = width < 480;
  const names = new Map(shown.map((bar) => [bar.key, titleOf(bar, narrow ? 14 : 29)]));
  const pieces = shown.flatMap(({ key, now }) => [
    { key, outcome: 'blocked', count: now.blocked },
    { key, outcome: 'detected', count: now.detected },
  ]);
  const options: Plot.PlotOptions = {
    width,
    height: shown.length * BAR_HEIGHT + 30,
    marginLeft: narrow ? 110 : 230,
    marginRight: rate === undefined ? 70 : 115,
    marginTop: 4,
    x: { domain: [0, most], label: null, grid: true, ticks: narrow ? 3 : 5, tickFormat: compact },
    y: {
      domain: shown.map(({ key }) => key),
      label: null,
      tickSize: 0,
      tickFormat: (key: string) => names.get(key) ?? key,
    },
    color: { type: 'ordinal', ...OUTCOMES },
    marks: [
      Plot.barX(pieces, { x: 'count', y: 'key', fill: 'outcome', insetTop: 3, insetBottom: 3 }),
      ...(rate === undefined ? [] : [beforeMark(shown, rate)]),
      Plot.text(shown, {
        x: ({ now, before }: NamedBar) => Math.max(sumOf(now), sumOf(before) * (rate ?? 0)),
        y: 'key',
        text: (bar: NamedBar) => endText(bar, rate),
        textAnchor: 'start',
        dx: 6,
        fill: 'currentColor',
      }),
      Plot.barX(shown, { x1: 0, x2: most, y: 'key', fill: 'transparent', className: CHOOSABLE }),
    ],
  };
  const chosen = shown.map((bar) => ({
    label: `${titleOf(bar, 200)}: ${countsText(bar.now)}${beforeText(bar, rate)}`,
    choose: () => choose(`${name} ${titleOf(bar, 200)}`, sumOf(bar.now), bar.requests),
  }));
  const chart = drawn(options, `Requests by ${name}`, chosen);
  if (rest.now + rest.before === 0) return chart;
  const before = rate === undefined ? '' : `, ${number(rest.before)} before`;
  return element(
    'div',
    {},
    chart,
    element('p', { class: 'quiet' }, `${OTHERS}: ${number(rest.now)}${before}`),
  );
}

/** Returns a line across each bar at its scaled count in the compared period. */
function beforeMark(shown: readonly NamedBar[], rate: number): Plot.Markish {
  return Plot.tickX(shown, {
    x: ({ before }: NamedBar) => sumOf(before) * rate,
    y: 'key',
    stroke: 'currentColor',
    strokeWidth: 3,
    insetTop: 1,
    insetBottom: 1,
  });
}

function titleOf({ key, label }: NamedBar, length: number): string {
  return shortened(label === '' ? key : `${key} ${label}`, length);
}

function endText({ now, before }: NamedBar, rate: number | undefined): string {
  const count = number(sumOf(now));
  return rate === undefined ? count : `${count}  ${change(sumOf(now), sumOf(before) * rate)}`;
}

function beforeText({ before }: NamedBar, rate: number | undefined): string {
  return rate === undefined ? '' : `; before: ${countsText(before)}`;
}

export function dimensionTable(
  { name, bars, others }: Dimension,
  rate: number | undefined,
  choose: Choose,
): HTMLElement {
  const compared = (now: number, before: number): readonly string[] =>
    rate === undefined ? [] : [number(before), change(now, before * rate)];
  const rows = bars.map((bar) => {
    const title = titleOf(bar, 200);
    const open = (): void => choose(`${name} ${title}`, sumOf(bar.now), bar.requests);
    return [
      title,
      number(bar.now.blocked),
      number(bar.now.detected),
      ...compared(sumOf(bar.now), sumOf(bar.before)),
      button('Requests', `Requests of ${title}`, open),
    ];
  });
  const { now, before } = others;
  const last = [
    OTHERS,
    number(now.blocked),
    number(now.detected),
    ...compared(sumOf(now), sumOf(before)),
    '',
  ];
  const head = [
    name,
    'Blocked',
    'Detected',
    ...(rate === undefined ? [] : ['Before', 'Change of rate']),
    '',
  ];
  const full = table(`Requests by ${name}`, [
    head,
    ...rows,
    ...(sumOf(now) + sumOf(before) > 0 ? [last] : []),
  ]);
  return element('details', {}, element('summary', {}, 'As a table'), full);
}
