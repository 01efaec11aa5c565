/** The combined figures of all service tests; `scripts/run-tests.ts` sums and prints them. */
import { appendFileSync } from 'node:fs';

export type Figures = {
  /** Requests sent to a proxy. */
  readonly cases: number;
  /** Requests that must not be repeated but reached a backend twice. */
  readonly twice: number;
  /** Requests that reached a backend without having passed phases 1 and 2. */
  readonly uninspected: number;
  /** Log records that are missing or duplicated. */
  readonly misrecorded: number;
  /** Connections, files and counts that were not released. */
  readonly leaks: number;
};

/** The variable that names a file for the figures, because each test file is a separate process. */
export const FIGURES_FILE = 'PORTCULLIS_TEST_FIGURES';

/** Appends figures to the file; does nothing when the variable is unset. */
export function addFigures(figures: Partial<Figures>): void {
  const path = process.env[FIGURES_FILE];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(figures)}\n`);
}
