/** Checks the Node that runs this command; usually the same one runs the proxy. */
import { nodeProblem, nodeWarning } from '#proxy/process/node-version.ts';
import { runtimeErrors } from '#proxy/process/start-errors.ts';
import { type Check, failed, note, ok } from './condition.ts';

export const checkNode: Check = ({ nodeRelease, nodeArguments, environment }) => {
  const problem = nodeProblem(nodeRelease);
  const warning = nodeWarning(nodeRelease);
  const unsafe = runtimeErrors(nodeArguments, environment).map((message) =>
    failed('node', message, 'Start Node without that option.'),
  );
  if (problem !== undefined) {
    const hint = 'Install a later release from nodejs.org or your distribution.';
    return [failed('node', problem, hint), ...unsafe];
  }
  return [warning === undefined ? ok('node', nodeRelease) : note('node', warning), ...unsafe];
};
