/** Draws the pictures of docs/benchmarks.md from the results of `make bench`. Equal results give equal bytes. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { BenchFile } from './benchmarks-page.ts';
import type { Picture } from './picture.ts';

/** Colours of Okabe and Ito: for ours, for ours at paranoia level 2, and for others. */
const COLOURS = ['#0072b2', '#56b4e9', '#d55e00'];
const WIDTH = 680;
const SVG = 'http://www.w3.org/2000/svg';

/** Returns the pictures for which the run has figures; a run that reaches its time limit omits parts. */
export function plotsOf(file: BenchFile): readonly Picture[] {
  return [sizePlot(file), kindPlot(file), mixPlot(file), peerPlot(file)].flatMap(
    (picture) => picture ?? [],
  );
}

function sizePlot({ bodySizes, conditions }: BenchFile): Picture | undefined {
  const points = (bodySizes ?? []).flatMap(({ size, microseconds }) =>
    microseconds === undefined ? [] : [{ size, time: microseconds / 1000 }],
  );
  if (points.length < 2) return undefined;
  const domain = decadesAround(points.map(({ time }) => time));
  return drawn(
    'benchmarks-size',
    'Milliseconds by body size, one argument of prose, paranoia level 1',
    conditions,
    {
      height: 340,
      marginLeft: 56,
      marginRight: 40,
      x: {
        type: 'log',
        label: 'bytes of the body, both scales logarithmic',
        grid: true,
        tickFormat: bytesText,
        ticks: points.map(({ size }) => size),
      },
      y: {
        type: 'log',
        label: null,
        domain,
        grid: true,
        tickFormat: String,
        ticks: decadesIn(domain),
      },
      marks: [
        Plot.line(points, { x: 'size', y: 'time', stroke: COLOURS[0] ?? '', strokeWidth: 2 }),
        Plot.dot(points, { x: 'size', y: 'time', fill: COLOURS[0] ?? '', r: 4 }),
        Plot.text(points, { x: 'size', y: 'time', text: ({ time }) => timeText(time), dy: -12 }),
      ],
    },
  );
}

function kindPlot({ bodyKinds, conditions }: BenchFile): Picture | undefined {
  const bars = (bodyKinds ?? []).flatMap(({ kind, bytes, microseconds }) =>
    microseconds === undefined ? [] : [{ kind, time: (microseconds * 1000) / bytes }],
  );
  if (bars.length === 0) return undefined;
  const title = 'Time by kind of body, 256 KB, paranoia level 1';
  return drawn('benchmarks-kind', title, conditions, {
    height: bars.length * 34 + 80,
    marginLeft: 190,
    marginRight: 60,
    x: { label: 'nanoseconds a byte', grid: true },
    y: { label: null, domain: bars.map(({ kind }) => kind) },
    marks: [
      Plot.barX(bars, { x: 'time', y: 'kind', fill: COLOURS[0] ?? '' }),
      Plot.text(bars, {
        x: 'time',
        y: 'kind',
        text: ({ time }) => time.toFixed(0),
        textAnchor: 'start',
        dx: 5,
      }),
    ],
  });
}

function mixPlot({ transactions, conditions }: BenchFile): Picture | undefined {
  const bars = (transactions ?? []).map(({ profile, mix, passesOn }) => ({
    mix,
    series: profile,
    time: passesOn.microseconds / 1000,
  }));
  return grouped(
    'benchmarks-mix',
    'Time by kind of request, profiles pl1 and pl2',
    bars,
    conditions,
  );
}

function peerPlot({ transactions, peer, conditions }: BenchFile): Picture | undefined {
  const bars = (transactions ?? []).flatMap(({ profile, mix, passesOn }) => {
    const theirs = peer.microseconds[mix];
    if (profile !== 'pl1' || theirs === undefined) return [];
    return [
      { mix, series: 'Portcullis', time: passesOn.microseconds / 1000 },
      { mix, series: peer.name, time: theirs / 1000 },
    ];
  });
  const title = `Time beside ${peer.name}, paranoia level 1`;
  return grouped('benchmarks-peer', title, bars, conditions, [COLOURS[0] ?? '', COLOURS[2] ?? '']);
}

type Bar = { readonly mix: string; readonly series: string; readonly time: number };

/**
 * Draws a group of bars for each mix on a logarithmic scale. Each bar has its series as a label, so no reader
 * depends on colour.
 */
function grouped(
  name: string,
  title: string,
  bars: readonly Bar[],
  conditions: BenchFile['conditions'],
  colours = COLOURS,
): Picture | undefined {
  if (bars.length === 0) return undefined;
  const series = [...new Set(bars.map((bar) => bar.series))];
  const mixes = [...new Set(bars.map(({ mix }) => mix))];
  const domain = decadesAround(bars.map(({ time }) => time));
  return drawn(name, title, conditions, {
    height: mixes.length * (series.length * 24 + 14) + 80,
    marginLeft: 64,
    marginRight: 230,
    x: {
      type: 'log',
      label: 'milliseconds, logarithmic',
      domain,
      grid: true,
      tickFormat: String,
      ticks: decadesIn(domain),
    },
    y: { label: null, axis: null, domain: series },
    fy: { label: null, domain: mixes, axis: 'left', padding: 0.12 },
    color: { domain: series, range: colours.slice(0, series.length) },
    marks: [
      Plot.barX(bars, { x1: domain[0], x2: 'time', y: 'series', fy: 'mix', fill: 'series' }),
      Plot.text(bars, {
        ...{ x: 'time', y: 'series', fy: 'mix', textAnchor: 'start', dx: 5 },
        text: (bar: Bar) => `${timeText(bar.time)}  ${bar.series}`,
      }),
    ],
  });
}

function drawn(
  name: string,
  title: string,
  { processor, node, date }: BenchFile['conditions'],
  options: Plot.PlotOptions,
): Picture {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const description = `${title}. Processor time of a transaction, ${processor}, Node ${node}, ${date}.`;
  const figure = Plot.plot({
    width: WIDTH,
    marginTop: 52,
    marginBottom: 40,
    ...options,
    className: 'plot',
    document,
    ariaLabel: title,
    ariaDescription: description,
    style: { background: '#fff', color: '#1b1b1b', fontFamily: 'sans-serif', fontSize: '12px' },
  });
  // A standalone SVG file needs the namespace that HTML implies.
  figure.setAttribute('xmlns', SVG);
  const heading = document.createElementNS(SVG, 'text');
  heading.setAttribute('x', '12');
  heading.setAttribute('text-anchor', 'start');
  heading.setAttribute('y', '16');
  heading.setAttribute('font-weight', '600');
  heading.setAttribute('font-size', '13');
  heading.setAttribute('fill', 'currentColor');
  heading.textContent = title;
  figure.append(heading);
  return { name, description, svg: `${figure.outerHTML}\n` };
}

type Domain = readonly [least: number, most: number];

/** Returns the powers of ten that enclose all values. */
function decadesAround(values: readonly number[]): Domain {
  return [
    10 ** Math.floor(Math.log10(Math.min(...values))),
    10 ** Math.ceil(Math.log10(Math.max(...values))),
  ];
}

function decadesIn([least, most]: Domain): readonly number[] {
  const first = Math.round(Math.log10(least));
  const count = Math.round(Math.log10(most)) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(`1e${first + index}`));
}

function bytesText(bytes: number): string {
  return bytes >= 1 << 20 ? `${bytes / (1 << 20)} MB` : `${bytes / 1024} KB`;
}

function timeText(milliseconds: number): string {
  return milliseconds < 1
    ? `${Number((milliseconds * 1000).toPrecision(3))} µs`
    : `${Number(milliseconds.toPrecision(3))} ms`;
}
