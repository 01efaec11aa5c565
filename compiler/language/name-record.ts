/** What the record of every name of SecLang holds, whatever the name stands for. */

export type NameRecord = {
  /** What it does or holds, in a sentence. */
  readonly documentation: string;
  /** Where it means something else than in Coraza or ModSecurity; left out: nowhere. */
  readonly differs?: string;
};

/** A name that others know and that means nothing here, with the reason. */
export type UnsupportedName = { readonly name: string; readonly why: string };

/** Keyed by the name in lower case. */
export type UnsupportedNames = ReadonlyMap<string, UnsupportedName>;

export function unsupportedNames(reasons: Readonly<Record<string, string>>): UnsupportedNames {
  return new Map(Object.entries(reasons).map(([name, why]) => [name.toLowerCase(), { name, why }]));
}

/** The records with their names, keyed by the name in lower case: most names are compared without case. */
export function byLowerName<Of extends object>(
  records: Readonly<Record<string, Of>>,
): ReadonlyMap<string, Of & { readonly name: string }> {
  return new Map(
    Object.entries(records)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, record]) => [name.toLowerCase(), { ...record, name }]),
  );
}
