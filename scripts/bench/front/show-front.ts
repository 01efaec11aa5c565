import { formatRatio, formatTime } from '#compiler/cli/commands/bench/format.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import type { FrontFigures } from './measure-front.ts';

const COLUMNS = ['', 'GET', 'to wrapper', 'POST', 'to wrapper', 'p50', 'p99'];

export function showFront(figures: readonly FrontFigures[] | undefined): string {
  const title =
    '\nThe front, processor time of one request over keep-alive connections, and latency of a lone GET\n';
  if (figures === undefined) return `${title}  not measured: this system has no /proc`;
  const rows = figures.map(({ name, get, post, getRatio, postRatio, p50, p99 }) => [
    name,
    formatTime(get),
    formatRatio(getRatio),
    formatTime(post),
    formatRatio(postRatio),
    formatTime(p50),
    formatTime(p99),
  ]);
  return `${title}${formatTable([COLUMNS, ...rows])}`;
}
