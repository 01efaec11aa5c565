/** Runs phase 1 or 2, and once more when its rules have opened records that had to be loaded first. */
import type { Inspection, Verdict } from '../waf/inspection.ts';

/** The key of a record may depend on what is in another. */
const MOST_RUNS = 4;

/**
 * The engine is synchronous and decides the same on the same records: what it opened without having it is loaded, and
 * the transaction begins anew. Rules that open no record, or only known ones, run once.
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
