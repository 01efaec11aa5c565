/** Emits one function for each distinct target list, which selects its entries. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import type { Exclusion, Phase, Selector, Target } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import { type Code, comment, joined, lines, list, ts } from './code.ts';
import { engine, engineType, op, v } from './engine-names.ts';
import { targetSource } from './target-source.ts';
import type { FindTxRegister, TxRegister } from './tx-register.ts';

/**
 * Returns the constant that holds an automaton, with its source in a comment. `user` is the rule or the selection that
 * the constant is named after. `texts`: undefined when the values that it searches are short.
 */
export type EmitPattern = (
  user: number | string,
  code: AutomatonCode,
  source: string,
  texts?: SearchedTexts,
) => Code;

/** Expressions that search the same values of a transaction, and so share passes over long ones. */
export type SearchedTexts = {
  readonly phase: Phase;
  readonly transformations: readonly TransformationName[];
  readonly multiMatch: boolean;
};

export type Selection = {
  readonly own: Code;
  /** Where the transaction caches the result for the phase; undefined when it is computed each time. */
  readonly cacheId: number | undefined;
  readonly targets: readonly Target[];
  readonly pattern: EmitPattern;
  readonly txRegister: FindTxRegister;
};

export function emitSelection(selection: Selection): Code {
  const { own, cacheId, targets } = selection;
  const [tx, without] =
    targets.length === 0 && cacheId === undefined ? UNUSED : [ts`tx`, ts`without`];
  const parts = targets.map((target, index) => emitTarget(target, index, selection));
  const body = [
    ...(cacheId === undefined
      ? []
      : [
          ts`const cached = tx.selections[${cacheId}];`,
          ts`if (cached !== undefined && without.length === 0) return cached;`,
        ]),
    ...(isWhole(targets)
      ? targets.map(
          (target) => ts`const found = ${engine('selectAll')}(${emitSource(target)}, without);`,
        )
      : [
          ts`const found: ${engineType('Entry')}[] = [];`,
          ...parts.map(({ statement }) => statement),
        ]),
    ...(cacheId === undefined
      ? []
      : [ts`if (without.length === 0) tx.selections[${cacheId}] = found;`]),
    ts`return found;`,
  ];
  return joined(
    [
      ...parts.flatMap(({ constants }) => constants),
      comment(targetSource(targets)),
      ts`export function ${own}(${tx}: ${engineType('Tx')}, ${without}: readonly ${engineType('Exclusion')}[] = ${engine('noExclusions')}): readonly ${engineType('Entry')}[] {`,
      lines(body),
      ts`}`,
    ],
    '\n',
  );
}

/** Parameter names of a selection without targets. */
const UNUSED = [ts`_tx`, ts`_without`];

/** Returns whether the list is one variable with all its entries, so that no entries have to be copied. */
function isWhole(targets: readonly Target[]): boolean {
  return targets.length === 1 && targets.every(isAll);
}

function isAll({ mode, selector, except, variable }: Target): boolean {
  const everything = selector.kind === 'All' || selector.kind === 'XPath';
  return everything && mode === 'values' && except.length === 0 && !variable.record.stored;
}

type Part = {
  /** Declarations before the function, for constant data. */
  readonly constants: readonly Code[];
  /** The statement that adds the entries to `found`. */
  readonly statement: Code;
};

function emitTarget(target: Target, index: number, selection: Selection): Part {
  const { own, pattern, txRegister } = selection;
  const { variable, selector, except } = target;
  const excepted = ts`except_${own}_${index}`;
  const exclusions =
    except.length === 0 ? ts`without` : ts`${engine('joinExclusions')}(${excepted}, without)`;
  const excluding =
    except.length === 0
      ? []
      : [
          ts`const ${excepted}: readonly ${engineType('Exclusion')}[] = ${emitExclusions(own, variable.name, except, pattern)};`,
        ];
  const register = selector.kind === 'Key' ? txRegister(variable.name, selector.key) : undefined;
  const picked =
    register === undefined
      ? emitPicked(target, index, exclusions, selection)
      : emitRegisterPicked(target, register, exclusions);
  return { ...picked, constants: [...picked.constants, ...excluding] };
}

function emitPicked(
  target: Target,
  index: number,
  exclusions: Code,
  { own, pattern }: Selection,
): Part {
  const { mode, variable, selector } = target;
  const isPicking = selector.kind !== 'XPath' && selector.kind !== 'All';
  const pick = isPicking ? ts`pick_${own}_${index}` : engine('all');
  const { stored } = variable.record;
  const intern = stored ? ts`, tx.text` : ts``;
  const picked = ts`${emitSource(target)}, ${pick}, ${exclusions}`;
  return {
    constants: isPicking
      ? [ts`const ${pick}: ${engineType('Pick')} = ${emitPick(own, selector, pattern)};`]
      : [],
    statement:
      mode === 'values'
        ? ts`${engine(stored ? 'selectStored' : 'selectEntries')}(found, ${picked}${intern});`
        : ts`found.push(${engine(stored ? 'countStored' : 'countEntries')}(${variable.name}, ${picked}, tx.text));`,
  };
}

/** Returns all entries of the variable; for XML those that the path selects. */
function emitSource({ variable, selector }: Target): Code {
  const source = v(variable.record.engine);
  return selector.kind === 'XPath' ? ts`${source}(tx, ${selector.path})` : ts`${source}(tx)`;
}

function emitRegisterPicked({ mode }: Target, { value, key }: TxRegister, exclusions: Code): Part {
  const picked = ts`${value}, ${key}, ${exclusions}, tx.text`;
  const statement =
    mode === 'values'
      ? ts`${engine('selectRegister')}(found, ${picked});`
      : ts`found.push(${engine('countRegister')}(${picked}));`;
  return { constants: [], statement };
}

function emitExclusions(
  own: Code,
  variable: string,
  except: readonly Exclusion[],
  pattern: EmitPattern,
): Code {
  const excluded = except.map(
    (exclusion) => ts`{ variable: ${variable}, pick: ${emitPick(own, exclusion, pattern)} }`,
  );
  return list(excluded);
}

/** Returns the test of an entry's key in lower case. `own` is the selection or removal that the test belongs to. */
export function emitPick(
  own: Code,
  selector: Exclude<Selector, { kind: 'XPath' }>,
  pattern: EmitPattern,
): Code {
  switch (selector.kind) {
    case 'All':
      return engine('all');
    case 'Key':
      return ts`{ kind: 'Key', key: ${lowerAscii(selector.key)} }`;
    case 'Pattern': {
      const automaton = pattern(own.text, selector.code, selector.source);
      return ts`{ kind: 'Pattern', test: (key) => ${op('rx')}(key, ${automaton}) }`;
    }
  }
}
