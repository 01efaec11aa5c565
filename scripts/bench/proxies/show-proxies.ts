import { formatRatio, formatTime } from '#compiler/cli/commands/bench/format.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import type { ProxyFigures, ServerTimes } from './measure-proxies.ts';

const TITLE =
  '\nWhole servers, processor time of one request: inspecting, and of it the inspection';
const COLUMNS = ['mix', 'proxy', 'inspection', 'nginx', 'inspection', 'ratio', 'ratio', 'blocked'];

/** Formats the figures. The ratios are nginx divided by the proxy: the whole time, and the inspection alone. */
export function showProxies(figures: readonly ProxyFigures[] | undefined): string {
  if (figures === undefined) return `${TITLE}\n  not measured: this system has no /proc`;
  const rows = figures.map(({ mix, proxy, nginx, ratio, requests }) => [
    mix,
    ...timeCells(proxy),
    ...(nginx === undefined || ratio === undefined
      ? ['', '', '', '']
      : [
          ...timeCells(nginx),
          formatRatio(ratio),
          formatRatio(inspectionOf(nginx) / inspectionOf(proxy)),
        ]),
    `${proxy.blocked} of ${requests}`,
  ]);
  return [TITLE, formatTable([COLUMNS, ...rows]), ...notes(figures)].join('\n');
}

function timeCells(times: ServerTimes): readonly string[] {
  return [formatTime(times.inspecting), formatTime(inspectionOf(times))];
}

/** Returns the additional cost of inspecting over forwarding. */
function inspectionOf({ inspecting, forwarding }: ServerTimes): number {
  return inspecting - forwarding;
}

function notes(figures: readonly ProxyFigures[]): readonly string[] {
  if (figures.every(({ nginx }) => nginx === undefined)) {
    return ['  nginx: not measured, its ModSecurity module or the OWASP CRS is not installed'];
  }
  const others = figures.flatMap(({ differing }) => differing);
  return [
    others.length === 0
      ? '  both refuse the same requests, with the same statuses'
      : `  statuses differ for ${others.length}: ${others.join(', ')}`,
  ];
}
