/** What an emitted module is made of, and the names that several rules share. */
import type { Target } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations.ts';
import { type Code, comment, joined, lines, name, regexLiteral, ts } from './code.ts';
import { emitSelection } from './emit-targets.ts';
import { targetSource } from './target-source.ts';

/** One declaration each, in order of first use; the same thing asked for twice is one thing. */
export type Shared = {
  readonly targets: (targets: readonly Target[], keep: boolean) => Code;
  readonly form: (transformations: readonly TransformationName[]) => Code;
  readonly pattern: (source: string) => Code;
  readonly phrases: (phrases: readonly string[]) => Code;
  readonly addresses: (entries: readonly string[]) => Code;
  readonly bytes: (ranges: readonly (readonly [number, number])[]) => Code;
  readonly modules: () => SharedModules;
};

export type SharedModules = {
  readonly targets: readonly Code[];
  readonly forms: readonly Code[];
  readonly data: readonly Code[];
};

export function createShared(): Shared {
  const targets = createTable();
  const forms = createTable();
  const data = createTable();
  const pattern = (source: string): Code =>
    data.add(`/${source}/`, 'pattern', (own) => ts`export const ${own} = ${regexLiteral(source)};`);
  const form = (transformations: readonly TransformationName[]): Code =>
    forms.add(transformations.join(), 'form', (own, slot) =>
      emitForm(own, slot, transformations, form),
    );
  return {
    pattern,
    form,
    targets: (list, keep) =>
      targets.add(`${keep} ${targetSource(list)}`, 'targets', (own, slot) => {
        const kept = keep ? slot : undefined;
        return emitSelection({ own, kept, targets: list, pattern });
      }),
    phrases: (phrases) =>
      data.add(`phrases ${phrases.join('\n')}`, 'phrases', (own) => {
        const list = lines(phrases.map((phrase) => ts`${phrase},`));
        return ts`export const ${own} = loadPhrases([\n${list}\n]);`;
      }),
    addresses: (entries) =>
      data.add(`addresses ${entries.join()}`, 'addresses', (own) =>
        ts`export const ${own} = loadIpSet(${entries});`,
      ),
    bytes: (ranges) =>
      data.add(`bytes ${ranges.join()}`, 'bytes', (own) =>
        ts`export const ${own} = loadByteSet(${ranges});`,
      ),
    modules: () => ({ targets: targets.all(), forms: forms.all(), data: data.all() }),
  };
}

/** `t:a,t:b` is `t:b` of what `t:a` gave: lists that begin alike share their beginning. */
function emitForm(
  own: Code,
  slot: number,
  transformations: readonly TransformationName[],
  form: (transformations: readonly TransformationName[]) => Code,
): Code {
  const before = transformations.slice(0, -1);
  const last = name('t.', transformations.at(-1));
  const input = before.length === 0 ? ts`text` : ts`${form(before)}(tx, text)`;
  const list = transformations.map((each) => `t:${each}`).join(',');
  return joined(
    [
      comment(list),
      ts`export function ${own}(tx: Tx, text: Text): Text {`,
      ts`  return text.forms[${slot}] ?? tx.keep(text, ${slot}, ${last}(${input}.value));`,
      ts`}`,
    ],
    '\n',
  );
}

type Table = {
  readonly add: (key: string, word: string, declare: (own: Code, slot: number) => Code) => Code;
  readonly all: () => readonly Code[];
};

function createTable(): Table {
  const names = new Map<string, Code>();
  const declarations: (Code | undefined)[] = [];
  return {
    add: (key, word, declare) => {
      const known = names.get(key);
      if (known !== undefined) return known;
      const slot = declarations.push(undefined) - 1;
      const own = name(word, slot);
      names.set(key, own);
      declarations[slot] = declare(own, slot);
      return own;
    },
    all: () => declarations.filter((declaration) => declaration !== undefined),
  };
}
