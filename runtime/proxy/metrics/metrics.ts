/** Holds the counters, gauges and histograms of a process and renders those of all processes. */
import { type Metric, type MetricName, metricTable } from './metric-table.ts';

/** Series (`name{labels}`) with their values, in the form that processes exchange and render. */
export type Snapshot = readonly (readonly [series: string, value: number])[];

/** Label values are not escaped: they are constants or from bounded sets, never free text of a request. */
export type Labels = Readonly<Record<string, string | number>>;

type Histogram = { readonly counts: number[]; sum: number };

/** Adds to one counter, or records a value in one histogram. */
export type Series = (value: number) => void;

export class Metrics {
  readonly #values = new Map<string, { value: number }>();
  readonly #histograms = new Map<string, Histogram>();

  add(name: MetricName, labels: Labels = {}, amount = 1): void {
    this.#valueOf(name, labels).value += amount;
  }

  set(name: MetricName, labels: Labels, value: number): void {
    this.#valueOf(name, labels).value = value;
  }

  /** Returns a function that adds to a counter; it builds the name of the series only once. */
  counter(name: MetricName, labels: Labels): Series {
    const entry = this.#valueOf(name, labels);
    return (value) => {
      entry.value += value;
    };
  }

  /** Removes all series of a gauge whose label values change. */
  clear(name: MetricName): void {
    for (const series of this.#values.keys()) {
      if (series === name || series.startsWith(`${name}{`)) this.#values.delete(series);
    }
  }

  /** Returns a function that adds a value to a histogram; it builds the name of the series only once. */
  histogram(name: MetricName, labels: Labels): Series {
    const buckets = bucketsOf(name);
    const series = seriesOf(name, labels);
    const histogram = this.#histograms.get(series) ?? {
      counts: Array.from({ length: buckets.length + 1 }, () => 0),
      sum: 0,
    };
    this.#histograms.set(series, histogram);
    return (value) => {
      const found = buckets.findIndex((bound) => value <= bound);
      const index = found === -1 ? buckets.length : found;
      histogram.counts[index] = (histogram.counts[index] ?? 0) + 1;
      histogram.sum += value;
    };
  }

  snapshot(): Snapshot {
    const histograms = [...this.#histograms].flatMap(([series, histogram]) =>
      histogramSeries(series, histogram),
    );
    const values = [...this.#values].map(([series, { value }]) => [series, value] as const);
    return [...values, ...histograms];
  }

  #valueOf(name: MetricName, labels: Labels): { value: number } {
    const series = seriesOf(name, labels);
    const known = this.#values.get(series);
    if (known !== undefined) return known;
    const begun = { value: 0 };
    this.#values.set(series, begun);
    return begun;
  }
}

function seriesOf(name: MetricName, labels: Labels): string {
  let text = '';
  for (const key in labels) text += `${text === '' ? '' : ','}${key}="${labels[key]}"`;
  return text === '' ? name : `${name}{${text}}`;
}

function bucketsOf(name: MetricName): readonly number[] {
  const metric: Metric = metricTable[name];
  return metric.buckets ?? [];
}

/** Converts a histogram to series; in the text format buckets are cumulative. */
function histogramSeries(series: string, { counts, sum }: Histogram): [string, number][] {
  const brace = series.indexOf('{');
  const name = brace === -1 ? series : series.slice(0, brace);
  const labels = brace === -1 ? '' : series.slice(brace + 1, -1);
  const bounds =
    Object.entries<Metric>(metricTable).find(([key]) => key === name)?.[1].buckets ?? [];
  const prefix = labels === '' ? '' : `${labels},`;
  const suffix = labels === '' ? '' : `{${labels}}`;
  let total = 0;
  const buckets = counts.map((count, index): [string, number] => {
    total += count;
    return [`${name}_bucket{${prefix}le="${bounds[index] ?? '+Inf'}"}`, total];
  });
  return [...buckets, [`${name}_sum${suffix}`, sum], [`${name}_count${suffix}`, total]];
}

/** Returns the series that only grow and do not name a process. */
export function cumulative(snapshot: Snapshot): Snapshot {
  return snapshot.filter(
    ([series]) => metricNamed(metricOf(series))?.type !== 'gauge' && !series.includes('{worker='),
  );
}

/** Combines the metrics of several processes. */
export function sumOf(snapshots: readonly Snapshot[]): Snapshot {
  const merged = new Map<string, number>();
  for (const [series, value] of snapshots.flat()) {
    const before = merged.get(series) ?? 0;
    merged.set(series, takesLargest(series) ? Math.max(before, value) : before + value);
  }
  return [...merged];
}

/** Renders the combined metrics of all processes in Prometheus text format 0.0.4. */
export function renderMetrics(snapshots: readonly Snapshot[]): string {
  const all = sumOf(snapshots);
  const lines = Object.entries<Metric>(metricTable).flatMap(([name, { type, help }]) => {
    const own = all.filter(([series]) => metricOf(series) === name);
    const values = own.map(([series, value]) => `${series} ${value}`);
    return values.length === 0
      ? []
      : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...values];
  });
  return `${lines.join('\n')}\n`;
}

function metricOf(series: string): string {
  const name = series.split('{', 1)[0] ?? '';
  return name in metricTable ? name : name.replace(/_(bucket|sum|count)$/, '');
}

function takesLargest(series: string): boolean {
  return metricNamed(metricOf(series))?.merge === 'max';
}

function metricNamed(name: string): Metric | undefined {
  return Object.entries<Metric>(metricTable).find(([key]) => key === name)?.[1];
}
