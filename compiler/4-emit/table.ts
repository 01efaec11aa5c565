/** Declarations that several rules share: one for each key, in order of first use. */
import { type Code, identifier } from './code.ts';

export type Table = {
  /**
   * Returns the declaration's name. `name` is the wanted one; when another declaration has it, `_2` or a higher number
   * is appended.
   */
  readonly add: (key: string, name: string, declare: (own: Code, index: number) => Code) => Code;
  readonly all: () => readonly Code[];
};

/** Creates a table. `reserved` are names that the module already uses. */
export function createTable(reserved: readonly string[] = []): Table {
  const byKey = new Map<string, Code>();
  const used = new Set(reserved);
  const declarations: (Code | undefined)[] = [];
  const uniqueName = (name: string): Code => {
    let unique = name;
    for (let use = 2; used.has(unique); use += 1) unique = `${name}_${use}`;
    used.add(unique);
    return identifier(unique);
  };
  return {
    add: (key, name, declare) => {
      const known = byKey.get(key);
      if (known !== undefined) return known;
      const own = uniqueName(name);
      byKey.set(key, own);
      const index = declarations.push(undefined) - 1;
      declarations[index] = declare(own, index);
      return own;
    },
    all: () => declarations.filter((declaration) => declaration !== undefined),
  };
}
