/** Whether everything that reached a backend was inspected, sent once and logged once: asked after every test. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { addFigures, type Figures } from '#scripts/service-figures.ts';
import type { BackendRequest } from './backend.ts';

/** RFC 9110 section 9.2.2: a proxy may send these again. */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|PUT|DELETE) /;

export type Account = {
  readonly forwarded: readonly BackendRequest[];
  /** Ids that have passed phases 1 and 2; undefined: the test lets some pass uninspected. */
  readonly inspected: ReadonlySet<string> | undefined;
  /** The access log, written to its end. */
  readonly accessLog: string;
};

/** Adds to the figures, and fails when one that must be 0 is not. */
export function settle({ forwarded, inspected, accessLog }: Account): void {
  const ids = forwarded.map(({ head }) => idOf(head));
  const once = forwarded.filter(({ head }) => !IDEMPOTENT.test(head)).map(({ head }) => idOf(head));
  const recorded = idsOfLog(accessLog);
  const lost = recorded === undefined ? [] : ids.filter((id) => !recorded.includes(id));
  const figures: Figures = {
    cases: recorded?.length ?? 0,
    twice: repeats(once),
    uninspected: inspected === undefined ? 0 : ids.filter((id) => !inspected.has(id)).length,
    misrecorded: lost.length + repeats(recorded ?? []),
    leaks: 0,
  };
  addFigures(figures);
  const { cases: _cases, ...faults } = figures;
  assert.deepEqual(faults, { twice: 0, uninspected: 0, misrecorded: 0, leaks: 0 });
}

function idOf(head: string): string {
  return /^X-Request-Id: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
}

function repeats(ids: readonly string[]): number {
  return ids.length - new Set(ids).size;
}

/** Undefined: the test logs elsewhere. */
function idsOfLog(path: string): readonly string[] | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => /"request_id":"([^"]*)"/.exec(line)?.[1] ?? []);
}
