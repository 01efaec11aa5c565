/** Recognises expressions such as `^(?:GET|HEAD)$`, whose matches are always the whole value. */
import type { Automaton, Tree } from '#engine/regex/automaton-code.ts';

/** The context outside of the value, at both of its ends. */
const END = 0;

/** Returns whether each match starts at the start of the value and ends at its end, and there are no capture groups. */
export function matchesWholeValues(automaton: Automaton): boolean {
  const { groupCount, lookarounds } = automaton;
  const tree = automaton.tree();
  if (groupCount > 0 || lookarounds.length > 0 || tree.kind !== 'Sequence') return false;
  const holds = (item: Tree | undefined, before: number, after: number): boolean => {
    if (item?.kind !== 'Assertion') return true;
    const { assertions, contextCount } = automaton;
    return assertions[(item.assertion * contextCount + before) * contextCount + after] === 1;
  };
  const contexts = Array.from({ length: automaton.contextCount }, (_, context) => context);
  const inside = contexts.filter((context) => context !== END);
  const [first, last] = [tree.items[0], tree.items.at(-1)];
  return (
    inside.every((before) => contexts.every((after) => !holds(first, before, after))) &&
    inside.every((after) => contexts.every((before) => !holds(last, before, after)))
  );
}
