/** Figures of all service tests together; `scripts/run-tests.ts` sums and prints them. */
import { appendFileSync } from 'node:fs';

export type Figures = {
  /** Requests sent to a proxy. */
  readonly cases: number;
  /** Requests that must not be repeated and reached a backend twice. */
  readonly twice: number;
  /** Requests that reached a backend without having passed phases 1 and 2. */
  readonly uninspected: number;
  /** Log records that are missing, or there twice. */
  readonly misrecorded: number;
  /** Connections, files and counts that are left. */
  readonly leaks: number;
};

/** Each test file is a process of its own: they meet in the file that this variable names. */
export const FIGURES_FILE = 'PORTCULLIS_TEST_FIGURES';

/** Notes figures; does nothing when a test file is run by itself. */
export function addFigures(figures: Partial<Figures>): void {
  const path = process.env[FIGURES_FILE];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(figures)}\n`);
}
