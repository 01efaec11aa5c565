/** Generates the dashboard in Grafana's import format (its "dashboard JSON model"). */
import type { Panel, Row } from './panel.ts';
import { rows } from './rows.ts';

const WIDTH = 24;
const PER_ROW = 3;
const HEIGHT = 8;

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own placeholder
const SOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Line styles that do not rely on colour, because some readers cannot distinguish red from green. */
const LINES = { lineWidth: 2, fillOpacity: 8, showPoints: 'never', lineInterpolation: 'linear' };

type Place = { readonly h: number; readonly w: number; readonly x: number; readonly y: number };

function panel({ title, description, unit, kind, queries }: Panel, id: number, gridPos: Place) {
  const isTable = kind === 'table';
  return {
    id,
    type: kind,
    title,
    description,
    datasource: SOURCE,
    gridPos,
    fieldConfig: {
      defaults: {
        unit,
        min: unit === 'dateTimeFromNow' ? null : 0,
        color: { mode: 'palette-classic' },
        custom: kind === 'timeseries' ? LINES : {},
      },
      overrides: [],
    },
    options: kind === 'timeseries' ? { tooltip: { mode: 'multi', sort: 'desc' } } : {},
    targets: queries.map(({ query, legend }, index) => ({
      refId: String.fromCharCode(0x41 + index),
      datasource: SOURCE,
      expr: query,
      legendFormat: legend,
      ...(isTable ? { format: 'table', instant: true } : {}),
      ...(kind === 'heatmap' ? { format: 'heatmap' } : {}),
    })),
  };
}

function panelsOf(row: Row, firstId: number, top: number) {
  const w = WIDTH / PER_ROW;
  return row.panels.map((each, index) =>
    panel(each, firstId + index, {
      h: HEIGHT,
      w,
      x: (index % PER_ROW) * w,
      y: top + Math.floor(index / PER_ROW) * HEIGHT,
    }),
  );
}

/** Returns the dashboard with all rows, one below the other. */
export function dashboard() {
  const panels: unknown[] = [];
  let [id, y] = [1, 0];
  for (const row of rows) {
    panels.push({
      id,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: WIDTH, x: 0, y },
    });
    panels.push(...panelsOf(row, id + 1, y + 1));
    id += 1 + row.panels.length;
    y += 1 + Math.ceil(row.panels.length / PER_ROW) * HEIGHT;
  }
  return {
    uid: 'portcullis',
    title: 'Portcullis',
    description: 'Verdicts, traffic, backends and health of Portcullis.',
    tags: ['portcullis', 'waf'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
        {
          name: 'instance',
          type: 'query',
          label: 'Instance',
          datasource: SOURCE,
          query: { query: 'label_values(waf_rule_set_info, instance)', refId: 'instance' },
          refresh: 2,
          multi: true,
          includeAll: true,
          allValue: '.*',
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    panels,
  };
}
