/** Reasons not to start that no setting shows. */
import type { Environment } from '../settings/read-settings.ts';

const INSECURE = '--insecure-http-parser';

/** One line per reason. The lenient parser accepts what smuggling is made of. */
export function runtimeErrors(
  execArguments: readonly string[],
  { NODE_OPTIONS: nodeOptions = '' }: Environment,
): string[] {
  const given = [...execArguments, ...nodeOptions.split(/\s+/)];
  return given.some((option) => option.replaceAll('_', '-').startsWith(INSECURE))
    ? [`NODE_OPTIONS: ${INSECURE} lets ambiguous requests through; remove it.`]
    : [];
}
