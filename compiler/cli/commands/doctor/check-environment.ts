/** Checks the environment variables of the proxy with the proxy's own reader. */
import { settingTable } from '#proxy/settings/setting-table.ts';
import { misspelledVariables } from '#proxy/settings/unknown-variables.ts';
import { type Check, failed, note, ok } from './condition.ts';

const HINT = 'The table of variables is in docs/settings.md.';

export const checkEnvironment: Check = ({ environment, read }) => {
  if (read.errors.length > 0) {
    return read.errors.map((error) => failed('environment', error, HINT));
  }
  const known = Object.values(settingTable).flatMap(({ name, aliases }) => [name, ...aliases]);
  const set = known.filter((name) => (environment[name] ?? '').trim() !== '').toSorted();
  const message = set.length === 0 ? 'all settings are the defaults' : `set: ${set.join(', ')}`;
  const notes = misspelledVariables(Object.keys(environment));
  return [ok('environment', message), ...notes.map((line) => note('environment', line, HINT))];
};
