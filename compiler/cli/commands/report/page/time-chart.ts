/** Shows blocked and detected requests over time. */
import * as Plot from '@observablehq/plot';
import type { Counts, TimeBar, TimeChart } from '../document.ts';
import { button, element, table } from './element.ts';
import { CHOOSABLE, drawn, OUTCOMES } from './plot.ts';
import { compact, countsText, minute, number, sumOf } from './text.ts';

export type Choose = (title: string, count: number, indexes: readonly number[]) => void;

const HEIGHT = 240;

type Piece = {
  readonly start: Date;
  readonly end: Date;
  readonly outcome: string;
  readonly count: number;
};

/** `most` is the highest bar of all compared charts. */
export function timeChart(
  title: string,
  { step }: TimeChart,
  bars: readonly TimeBar[],
  countsOf: (bar: TimeBar) => Counts,
  most: number,
  width: number,
  choose: Choose,
): Element {
  const pieces = bars.flatMap((bar): readonly Piece[] => {
    const { blocked, detected } = countsOf(bar);
    const span = { start: new Date(bar.start), end: new Date(bar.start + step) };
    return [
      { ...span, outcome: 'blocked', count: blocked },
      { ...span, outcome: 'detected', count: detected },
    ];
  });
  const over = bars.map(({ start }) => ({ start: new Date(start), end: new Date(start + step) }));
  const options: Plot.PlotOptions = {
    width,
    height: HEIGHT,
    marginLeft: 56,
    marginBottom: 36,
    x: { type: 'utc', label: null },
    y: {
      domain: [0, Math.max(1, most)],
      label: `requests in ${stepText(step)}`,
      grid: true,
      tickFormat: compact,
    },
    color: { type: 'ordinal', ...OUTCOMES },
    marks: [
      Plot.rectY(pieces, { x1: 'start', x2: 'end', y: 'count', fill: 'outcome', inset: 0.5 }),
      Plot.ruleY([0]),
      Plot.rect(over, {
        x1: 'start',
        x2: 'end',
        y1: 0,
        y2: Math.max(1, most),
        fill: 'transparent',
        className: CHOOSABLE,
      }),
    ],
  };
  const chosen = bars.map((bar) => {
    const name = `${title}: ${minute(bar.start)} UTC, ${stepText(step)}`;
    return {
      label: `${name}: ${countsText(countsOf(bar))}`,
      choose: () => choose(name, sumOf(countsOf(bar)), bar.requests),
    };
  });
  return drawn(options, `${title} over time`, chosen);
}

/** Returns the chart as a table. */
export function timeTable(
  title: string,
  bars: readonly TimeBar[],
  countsOf: (bar: TimeBar) => Counts,
  choose: Choose,
): HTMLElement {
  const rows = bars.map((bar) => {
    const counts = countsOf(bar);
    const name = `${minute(bar.start)} UTC`;
    const open = (): void => choose(name, sumOf(counts), bar.requests);
    return [
      name,
      number(counts.blocked),
      number(counts.detected),
      button('Requests', `Requests of ${name}`, open),
    ];
  });
  const full = table(title, [['From', 'Blocked', 'Detected', ''], ...rows]);
  return element('details', {}, element('summary', {}, 'As a table'), full);
}

function stepText(step: number): string {
  const minutes = step / 60_000;
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = minutes / 60;
  if (hours < 24) return hours === 1 ? 'an hour' : `${hours} hours`;
  return hours === 24 ? 'a day' : `${hours / 24} days`;
}
