/** Formats the table of targets as text. */
import { formatBytes, formatRatio, formatTime } from '#compiler/cli/commands/bench/format.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import type { Peer } from './peer.ts';
import type { Target, Unit } from './targets.ts';

const FORMATS: Readonly<Record<Unit, (value: number) => string>> = {
  Ratio: formatRatio,
  Microseconds: formatTime,
  Bytes: (value) => formatBytes(Math.round(value)),
  Count: String,
};

export function showTargets(targets: readonly Target[], peer: Peer): string {
  return [
    `\nTargets; ${peer.name}: ${peer.source}`,
    formatTable([['', 'target', 'reached', ''], ...targetCells(targets)]),
  ].join('\n');
}

/** Returns name, target, measured value, and whether the target is met. */
export function targetCells(targets: readonly Target[]): readonly (readonly string[])[] {
  return targets.map(({ name, bound, target, unit, measured, isMet }) => {
    const format = FORMATS[unit];
    const limit = `${bound === 'AtLeast' ? '>=' : '<='} ${format(target)}`;
    if (isMet === undefined) return [name, limit, 'not measured', ''];
    const value = measured === undefined ? 'given up' : format(measured);
    return [name, limit, value, isMet ? 'met' : 'NOT MET'];
  });
}
