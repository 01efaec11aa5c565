/** Finds the paranoia level of rules, from the tests of TX:DETECTION_PARANOIA_LEVEL that skip them. */
import { literalText } from '../../2-resolve/macro-text.ts';
import type { Phase, Rule, RuleSet } from '../../2-resolve/ruleset.ts';

type ParanoiaCheck = { readonly phase: Phase; readonly label: string; readonly level: number };

/** Returns the level of every rule that such a test can skip. A test affects the rules of its own phase. */
export function paranoiaLevels({ entries }: RuleSet): ReadonlyMap<Rule, number> {
  const levels = new Map<Rule, number>();
  let open: readonly ParanoiaCheck[] = [];
  for (const entry of entries) {
    if (entry.kind === 'Marker') {
      open = open.filter(({ label }) => label !== entry.label);
      continue;
    }
    const check = paranoiaCheckOf(entry);
    const level = open.findLast(({ phase }) => phase === entry.phase)?.level;
    if (check !== undefined) open = [...open, check];
    else if (level !== undefined) levels.set(entry, level);
  }
  return levels;
}

/** Recognises `SecRule TX:DETECTION_PARANOIA_LEVEL "@lt 2" "...,skipAfter:LABEL"`; CRS 3 has EXECUTING in the name. */
function paranoiaCheckOf({ links: [head], phase, skip }: Rule): ParanoiaCheck | undefined {
  const { test } = head;
  if (skip?.kind !== 'After' || test?.operator.name !== 'lt' || test.argument.kind !== 'Text')
    return;
  const isLevel = test.targets.some(
    ({ selector }) =>
      selector.kind === 'Key' && /^(?:detection|executing)_paranoia_level$/i.test(selector.key),
  );
  const level = literalText(test.argument.text);
  return isLevel && level !== undefined
    ? { phase, label: skip.label, level: Number(level) }
    : undefined;
}
