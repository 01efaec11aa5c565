/** Checks for reasons not to start that are not in the settings. */
import type { Environment } from '../settings/read-settings.ts';

const INSECURE = '--insecure-http-parser';

/** Returns one line per reason. Node's lenient HTTP parser would allow request smuggling. */
export function runtimeErrors(
  execArguments: readonly string[],
  { NODE_OPTIONS: nodeOptions = '' }: Environment,
): string[] {
  const given = [...execArguments, ...nodeOptions.split(/\s+/)];
  return given.some((option) => option.replaceAll('_', '-').startsWith(INSECURE))
    ? [`NODE_OPTIONS: ${INSECURE} lets ambiguous requests through; remove it.`]
    : [];
}
