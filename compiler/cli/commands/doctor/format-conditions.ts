/** Formats conditions as text and as JSON. */
import type { Condition } from './condition.ts';

const COLOURS = { ok: '32', note: '33', failed: '31' } as const;
const WIDTH = 'failed'.length;

export function formatConditions(conditions: readonly Condition[], coloured: boolean): string {
  const lines = conditions.flatMap(({ part, state, message, hint }) => {
    const padded = state.padEnd(WIDTH);
    const word = coloured ? `\x1b[${COLOURS[state]}m${padded}\x1b[0m` : padded;
    const line = `${word}  ${part}: ${message}`;
    return hint === undefined ? [line] : [line, `${' '.repeat(WIDTH)}  hint: ${hint}`];
  });
  return [...lines, countLine(conditions), ''].join('\n');
}

function countLine(conditions: readonly Condition[]): string {
  const count = (state: Condition['state']): number =>
    conditions.filter((condition) => condition.state === state).length;
  return `${count('ok')} ok, ${count('note')} to note, ${count('failed')} failed`;
}

export function conditionsJson(conditions: readonly Condition[]): string {
  const isHealthy = conditions.every(({ state }) => state !== 'failed');
  return `${JSON.stringify({ schemaVersion: 1, healthy: isHealthy, conditions }, undefined, 2)}\n`;
}
