/** Records what each client triggers: false alarms repeat one rule, attackers try many. */
import type { EntryMatch } from '../log/entry.ts';

/** When twice as many clients have been seen, those with the fewest requests are dropped so that this many remain. */
const CAPACITY = 5000;
/** From this number on, a client counts as an attacker. */
const CLASSES = 3;
const TARGETS = 12;

type Habits = {
  requests: number;
  /** For example `attack-sqli`; at most CLASSES. */
  readonly classes: Set<string>;
  /** Rules with their targets; at most TARGETS. */
  readonly targets: Set<string>;
};

export type ClientHabits = {
  readonly add: (
    client: string,
    matches: readonly EntryMatch[],
    targets: readonly string[],
  ) => void;
  /** True for a client that has triggered rules of many classes, or many rules and targets. */
  readonly isAttacker: (client: string) => boolean;
};

export function createClientHabits(): ClientHabits {
  let byClient = new Map<string, Habits>();
  const habitsOf = (client: string): Habits => {
    const known = byClient.get(client);
    if (known !== undefined) return known;
    if (byClient.size >= 2 * CAPACITY) {
      const busiest = [...byClient].toSorted(([, one], [, two]) => two.requests - one.requests);
      byClient = new Map(busiest.slice(0, CAPACITY));
    }
    const habits = { requests: 0, classes: new Set<string>(), targets: new Set<string>() };
    byClient.set(client, habits);
    return habits;
  };
  return {
    add: (client, matches, targets) => {
      const habits = habitsOf(client);
      habits.requests += 1;
      const classes = matches.flatMap(({ tags }) => tags.filter((tag) => /^attack-/.test(tag)));
      addUpTo(CLASSES, habits.classes, classes);
      addUpTo(TARGETS, habits.targets, targets);
    },
    isAttacker: (client) => {
      const habits = byClient.get(client);
      if (habits === undefined) return false;
      return habits.classes.size >= CLASSES || habits.targets.size >= TARGETS;
    },
  };
}

function addUpTo(most: number, set: Set<string>, texts: readonly string[]): void {
  for (const text of texts) if (set.size < most) set.add(text);
}
