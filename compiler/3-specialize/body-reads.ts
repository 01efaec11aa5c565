/** Finds out which parts of the request body rules read, and whether they need it after phase 2. */
import type { Program, Rule } from './program.ts';
import { ruleMacros, rulesOf } from './tx-reads.ts';

type Names = ReadonlySet<string>;

/** Variables that the engine releases with the body (Tx.releaseBody). */
const OF_BODY: Names = new Set([
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

/** The variables that contain the content of uploaded files. */
const OF_FILES: Names = new Set(['FILES_TMP_CONTENT']);

/** Returns true when a rule of phases 3 to 5 inspects or expands a variable that is derived from the request body. */
export function readsBodyLate(program: Program): boolean {
  return rulesOf(program).some((rule) => rule.info.phase > 2 && readsAny(rule, OF_BODY));
}

/** Returns true when a rule inspects or expands the content of uploaded files. */
export function readsFiles(program: Program): boolean {
  return rulesOf(program).some((rule) => readsAny(rule, OF_FILES));
}

function readsAny(rule: Rule, names: Names): boolean {
  const targets = rule.links.flatMap(({ test }) => test?.targets ?? []);
  return (
    targets.some(({ variable }) => names.has(variable.name)) ||
    ruleMacros(rule).some((macro) =>
      macro?.some((part) => part.kind === 'Variable' && names.has(part.variable.name)),
    )
  );
}
