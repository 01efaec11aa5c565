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

/** Returns one line per argument, because an option that has no effect would look like one that has. */
export function argumentErrors(programArguments: readonly string[]): string[] {
  return programArguments.map(
    (given) =>
      `${JSON.stringify(given)}: the proxy takes no arguments; its settings are environment variables (docs/settings.md).`,
  );
}
