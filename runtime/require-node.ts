/** Ends the process when this Node is too old for it: imported first, so that nothing else fails on it earlier. */
import { nodeProblem } from '#proxy/process/node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
