/** Several automata as one over common byte classes, so that one pass over a text serves all. */
import type { Automaton } from './automaton-code.ts';
import type { Part } from './nfa.ts';

export type Union = {
  /** Without a tree of its own: its parts have them. */
  readonly automaton: Automaton;
  readonly parts: readonly Part[];
};

/** Bytes or contexts that no member tells apart become one: numbers per tuple of numbers. */
type Tuples = { readonly numbers: Map<string, number>; readonly tuples: (readonly number[])[] };

/** `automata` have no look-around over more than a byte. */
export function uniteAutomata(automata: readonly Automaton[]): Union {
  const symbols: Tuples = { numbers: new Map(), tuples: [] };
  const classes = Uint8Array.from({ length: 256 }, (_, byte) =>
    numberOf(
      symbols,
      automata.map((member) => member.classes[byte] ?? 0),
    ),
  );
  symbols.tuples.push(automata.map((member) => member.symbolCount - 1));
  const contextTuples: Tuples = { numbers: new Map(), tuples: [] };
  numberOf(
    contextTuples,
    automata.map(() => 0),
  );
  const contexts = Uint8Array.from(symbols.tuples, (tuple) =>
    numberOf(
      contextTuples,
      tuple.map((symbol, index) => automata[index]?.contexts[symbol] ?? 0),
    ),
  );
  const automaton: Automaton = {
    tree: { kind: 'Sequence', items: [], nullable: true },
    looks: [],
    groupCount: 0,
    classes,
    symbolCount: symbols.tuples.length,
    contexts,
    contextCount: contextTuples.tuples.length,
    assertions: joined(automata, (member, index) => spreadAssertions(member, index, contextTuples)),
    members: joined(automata, (member, index) => spreadSets(member, index, symbols)),
  };
  return { automaton, parts: partsOf(automata) };
}

function numberOf({ numbers, tuples }: Tuples, tuple: readonly number[]): number {
  const key = tuple.join();
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, tuples.length);
  return tuples.push(tuple) - 1;
}

function partsOf(automata: readonly Automaton[]): readonly Part[] {
  let setOffset = 0;
  let assertionOffset = 0;
  return automata.map(({ tree, members, symbolCount, assertions, contextCount }) => {
    const part = { tree, setOffset, assertionOffset };
    setOffset += members.length / symbolCount;
    assertionOffset += assertions.length / contextCount ** 2;
    return part;
  });
}

function joined(
  automata: readonly Automaton[],
  tableOf: (member: Automaton, index: number) => Uint8Array,
): Uint8Array {
  const tables = automata.map(tableOf);
  const whole = new Uint8Array(tables.reduce((length, table) => length + table.length, 0));
  let end = 0;
  for (const table of tables) {
    whole.set(table, end);
    end += table.length;
  }
  return whole;
}

/** The sets of one member by the symbols of the union. */
function spreadSets(member: Automaton, index: number, { tuples }: Tuples): Uint8Array {
  const count = member.members.length / member.symbolCount;
  return Uint8Array.from({ length: count * tuples.length }, (_, cell) => {
    const symbol = cell % tuples.length;
    const set = (cell - symbol) / tuples.length;
    return member.members[set * member.symbolCount + (tuples[symbol]?.[index] ?? 0)] ?? 0;
  });
}

/** The assertions of one member by the contexts of the union. */
function spreadAssertions(member: Automaton, index: number, { tuples }: Tuples): Uint8Array {
  const { assertions, contextCount } = member;
  const count = assertions.length / contextCount ** 2;
  return Uint8Array.from({ length: count * tuples.length ** 2 }, (_, cell) => {
    const after = cell % tuples.length;
    const before = ((cell - after) / tuples.length) % tuples.length;
    const assertion = Math.floor(cell / tuples.length ** 2);
    const row = assertion * contextCount + (tuples[before]?.[index] ?? 0);
    return assertions[row * contextCount + (tuples[after]?.[index] ?? 0)] ?? 0;
  });
}
