import { readTests } from '../compiler/ftw/read-tests.ts';
import { runFtw } from '../compiler/ftw/run-in-process.ts';
import { formatSummary } from '../compiler/ftw/report.ts';
const { waf } = await import(`../generated/${process.argv[2]}/index.ts`);
const t0 = performance.now();
const summary = await runFtw({ waf, tests: readTests('../shared/data/crs/tests'), include: process.argv[3] ? new RegExp(process.argv[3]) : undefined });
console.log(formatSummary(summary), performance.now() - t0);
