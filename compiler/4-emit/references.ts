/** References: what a piece of emitted code needs from other modules. The imports of a module follow from them. */

export type Reference = {
  /** The module, as import declarations of emitted modules name it. */
  readonly from: string;
  /** The whole module under a name, or one of its exports. */
  readonly kind: 'Namespace' | 'Value' | 'Type';
  readonly name: string;
};

export type References = ReadonlySet<Reference>;

export const NO_REFERENCES: References = new Set();

/** All references of several pieces of code. Most have none, or those of one piece: no set is made for these. */
export function unite(sets: readonly References[]): References {
  const [first = NO_REFERENCES, ...others] = sets.filter(({ size }) => size > 0);
  if (others.every((set) => set === first)) return first;
  return new Set([first, ...others].flatMap((set) => [...set]));
}
