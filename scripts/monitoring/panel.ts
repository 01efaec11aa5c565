/** The types of the dashboard's panels, and functions for the queries that most of them use. */

export type Unit = 'short' | 'reqps' | 's' | 'bytes' | 'percentunit' | 'dateTimeFromNow' | 'Bps';

export type Query = {
  /** PromQL; `$instance` is the selection of processes in the dashboard. */
  readonly query: string;
  readonly legend: string;
};

export type Panel = {
  readonly title: string;
  /** The purpose of the panel; Grafana shows it beside the title. */
  readonly description: string;
  readonly unit: Unit;
  readonly kind: 'timeseries' | 'stat' | 'table' | 'heatmap';
  readonly queries: readonly Query[];
};

export type Row = { readonly title: string; readonly panels: readonly Panel[] };

/** The label matcher for the processes that are selected in the dashboard. */
export const AT = '{instance=~"$instance"}';

/** Returns a rate per second, over a window of several scrapes. */
export function rate(metric: string, by: string): string {
  return sum(`rate(${metric}${AT}[$__rate_interval])`, by);
}

export function sum(query: string, by: string): string {
  return by === '' ? `sum(${query})` : `sum by (${by}) (${query})`;
}

export function quantile(share: number, histogram: string, by = ''): string {
  return `histogram_quantile(${share}, ${rate(`${histogram}_bucket`, by === '' ? 'le' : `le, ${by}`)})`;
}

export function graph(title: string, unit: Unit, description: string, ...queries: Query[]): Panel {
  return { title, unit, description, kind: 'timeseries', queries };
}

export function stat(title: string, unit: Unit, description: string, query: string): Panel {
  return { title, unit, description, kind: 'stat', queries: [{ query, legend: '' }] };
}

export function quantiles(title: string, histogram: string, description: string): Panel {
  return graph(
    title,
    's',
    description,
    { query: quantile(0.5, histogram), legend: 'half' },
    { query: quantile(0.99, histogram), legend: '99 of 100' },
    { query: quantile(0.999, histogram), legend: '999 of 1,000' },
  );
}
