/** Expressions such as `^(?:GET|HEAD)$`: where they match, the match is all of the value. */
import type { Automaton, Tree } from '../../runtime/engine/regex/automaton-code.ts';

/** The context of both ends of a value. */
const END = 0;

/** Whether each match begins where the value begins and ends where it ends, and nothing else is captured. */
export function matchesWholeValues(automaton: Automaton): boolean {
  const { tree, groupCount, lookarounds } = automaton;
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
