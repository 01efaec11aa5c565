/** The fields that the record of every SecLang name has, for example of an action or a variable. */

export type NameRecord = {
  /** What it does or holds, in one sentence. */
  readonly documentation: string;
  /** How it differs from Coraza or ModSecurity; left out when it does not. */
  readonly differs?: string;
};

/** A name of other engines that is not supported here, with the reason. */
export type UnsupportedName = { readonly name: string; readonly why: string };

/** By name in lower case. */
export type UnsupportedNames = ReadonlyMap<string, UnsupportedName>;

export function unsupportedNames(reasons: Readonly<Record<string, string>>): UnsupportedNames {
  return new Map(Object.entries(reasons).map(([name, why]) => [name.toLowerCase(), { name, why }]));
}

/** Returns the records with their names, by name in lower case, because most names are compared without case. */
export function byLowerName<Of extends object>(
  records: Readonly<Record<string, Of>>,
): ReadonlyMap<string, Of & { readonly name: string }> {
  return new Map(
    Object.entries(records)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, record]) => [name.toLowerCase(), { ...record, name }]),
  );
}
