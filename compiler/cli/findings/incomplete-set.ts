/** A file that is checked without the rest of its rule set: everything unknown becomes one notice. */
import { type Diagnostic, notice, type Problem } from '#compiler/diagnostics.ts';
import type { SourceFile } from '#compiler/source.ts';

/** What a rule set defines, with the codes of findings when it is missing, in the order of the message. */
const KINDS: readonly (readonly [kind: string, codes: readonly string[]])[] = [
  ['variables', ['unset-variable']],
  ['markers', ['unknown-marker']],
  ['rules', ['no-such-rule', 'ctl-without-rule']],
  ['data sets', ['unknown-dataset']],
  ['default actions', ['block-without-default', 'unlogged-verdict']],
  ['the evaluation of scores', ['unevaluated-scores']],
  ['collections', ['unfilled-collection']],
];

/** Codes for names that the rest of the set may use. */
const UNUSED: ReadonlySet<string> = new Set(['unused-variable', 'unused-marker']);

/** Codes that a missing part of the set can cause. */
export const missedCodes: ReadonlySet<string> = new Set(KINDS.flatMap(([, codes]) => codes));

/** A file that enables the engine belongs to a complete set. */
const IS_WHOLE = /^[ \t]*SecRuleEngine[ \t]/im;

/**
 * Returns the findings of a program that may be incomplete, with one notice instead of those that a complete set might
 * not have.
 */
export function withoutMissing(
  found: readonly Diagnostic[],
  sources: readonly SourceFile[],
): readonly Diagnostic[] {
  if (sources.some(({ text }) => IS_WHOLE.test(text))) return found;
  const missing = found.filter(
    ({ code, suggestion }) => missedCodes.has(code) && suggestion === undefined,
  );
  const [first] = missing;
  // A single missing name is probably a misspelling.
  if (first === undefined || missing.length === 1) return found;
  const remaining = found.filter((each) => !missing.includes(each) && !UNUSED.has(each.code));
  const { source } = first.span;
  const end = source.text.search(/\r?\n|$/);
  return [...remaining, { ...incompleteSet(missing), span: { source, start: 0, end }, notes: [] }];
}

const SHOWN = 3;

const incompleteSet = (missing: readonly Diagnostic[]): Problem =>
  notice(
    'incomplete-set',
    `These files need definitions from the rest of the rule set: ${listOf(missing).join('; ')}.`,
    'To check them together, name all files of the set: check SETUP.conf rules/*.conf.',
  );

function listOf(missing: readonly Diagnostic[]): readonly string[] {
  return KINDS.flatMap(([kind, codes]) => {
    const found = missing.filter(({ code }) => codes.includes(code));
    if (found.length === 0) return [];
    const names = [...new Set(found.map(({ absent = '' }) => absent))];
    const isNamed =
      kind === 'variables' || kind === 'markers' || kind === 'rules' || kind === 'data sets';
    if (!isNamed) return [kind];
    const rest = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
    return [`${kind} ${names.slice(0, SHOWN).join(', ')}${rest}`];
  });
}
