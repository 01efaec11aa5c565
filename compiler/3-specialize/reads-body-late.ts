/** Finds out whether the request body is still needed after the request has been inspected. */
import type { Program, Rule } from './program.ts';
import { ruleMacros, rulesOf } from './tx-reads.ts';

/** Variables that the engine releases with the body (Tx.releaseBody). */
const OF_BODY: ReadonlySet<string> = new Set([
  'ARGS',
  'ARGS_COMBINED_SIZE',
  'ARGS_NAMES',
  'ARGS_POST',
  'ARGS_POST_NAMES',
  'FILES_TMP_CONTENT',
  'FULL_REQUEST',
  'MULTIPART_PART_HEADERS',
  'REQUEST_BODY',
  'REQUEST_XML',
  'XML',
]);

/** True when a rule of phases 3 to 5 inspects or expands a variable that is derived from the request body. */
export function readsBodyLate(program: Program): boolean {
  return rulesOf(program).some((rule) => rule.info.phase > 2 && readsBody(rule));
}

function readsBody(rule: Rule): boolean {
  const targets = rule.links.flatMap(({ test }) => test?.targets ?? []);
  return (
    targets.some(({ variable }) => OF_BODY.has(variable.name)) ||
    ruleMacros(rule).some((macro) =>
      macro?.some((part) => part.kind === 'Variable' && OF_BODY.has(part.variable.name)),
    )
  );
}
