/** Declarations that several rules share: one for each key, in order of first use. */
import { type Code, identifier } from './code.ts';

export type Table = {
  readonly add: (key: string, word: string, declare: (own: Code, index: number) => Code) => Code;
  readonly all: () => readonly Code[];
};

export function createTable(): Table {
  const names = new Map<string, Code>();
  const declarations: (Code | undefined)[] = [];
  return {
    add: (key, word, declare) => {
      const known = names.get(key);
      if (known !== undefined) return known;
      const index = declarations.push(undefined) - 1;
      const own = identifier(word, index);
      names.set(key, own);
      declarations[index] = declare(own, index);
      return own;
    },
    all: () => declarations.filter((declaration) => declaration !== undefined),
  };
}
