/** The Node that runs this command, which is most often the one that will run the proxy. */
import { nodeWarning } from '../../../../runtime/proxy/process/node-version.ts';
import { runtimeErrors } from '../../../../runtime/proxy/process/start-errors.ts';
import { type Check, failed, note, ok } from './condition.ts';

/** `engines` of package.json. */
const OLDEST = [20, 19] as const;

export const checkNode: Check = ({ nodeRelease, nodeArguments, environment }) => {
  const [major = 0, minor = 0] = nodeRelease.split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  const warning = nodeWarning(nodeRelease);
  const unsafe = runtimeErrors(nodeArguments, environment).map((message) =>
    failed('node', message, 'Start Node without that option.'),
  );
  if (isOld) {
    const hint = 'Install a later release from nodejs.org or your distribution.';
    return [failed('node', `${nodeRelease} is older than ${OLDEST.join('.')}.`, hint), ...unsafe];
  }
  return [warning === undefined ? ok('node', nodeRelease) : note('node', warning), ...unsafe];
};
