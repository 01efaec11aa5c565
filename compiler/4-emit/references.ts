/** References of emitted code to other modules. The imports of a module are derived from them. */

export type Reference = {
  /** The module specifier in import declarations of emitted modules. */
  readonly from: string;
  /** The whole module as a namespace, or one of its exports. */
  readonly kind: 'Namespace' | 'Value' | 'Type';
  readonly name: string;
};

export type References = ReadonlySet<Reference>;

const NO_REFERENCES: References = new Set();

/** Returns the union of the references. It creates a set only when more than one piece has its own references. */
export function unite(sets: readonly References[]): References {
  const [first = NO_REFERENCES, ...others] = sets.filter(({ size }) => size > 0);
  if (others.every((set) => set === first)) return first;
  return new Set([first, ...others].flatMap((set) => [...set]));
}
