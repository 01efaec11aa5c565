/** Runs phase 1 or 2. Runs it again when rules opened records of persistent collections that were not loaded yet. */
import type { Inspection, Verdict } from '../waf/inspection.ts';

/** Several runs may be necessary, because the key of a record may depend on the contents of another. */
const MOST_RUNS = 4;

/**
 * The engine is synchronous and makes the same decision from the same records. When rules opened a record that is
 * not loaded, the record is loaded and the transaction starts again. Otherwise the phase runs once.
 */
export async function inspectWithRecords(
  inspection: Inspection,
  phase: 1 | 2,
  run: () => Verdict | Promise<Verdict>,
): Promise<Verdict> {
  let verdict = await run();
  for (let runs = 1; runs < MOST_RUNS && (await inspection.loadRecords()); runs += 1) {
    inspection.reopen();
    if (phase === 2) inspection.requestHeaders();
    verdict = await run();
  }
  return verdict;
}
