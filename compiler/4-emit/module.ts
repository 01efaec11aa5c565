/** What an emitted module is made of, and the names that several rules share. */
import type { PathTemplate } from '../../runtime/engine/operators/restpath.ts';
import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import type { Macro, Target } from '../2-resolve/ruleset.ts';
import type { Program } from '../3-specialize/program.ts';
import type { TransformationName } from '../language/transformations.ts';
import { type Code, comment, joined, lines, ts } from './code.ts';
import { emitMacro } from './emit-macro.ts';
import { type EmitPattern, emitSelection } from './emit-targets.ts';
import { createForms } from './forms.ts';
import { createRemovals, type Removals } from './removals.ts';
import { createTable } from './table.ts';
import { targetSource } from './target-source.ts';
import { createTxSlots, type FindTxSlot } from './tx-slot.ts';
import { createViews, type PlaceView } from './views.ts';

/** Bytes that all automata of a module may keep. */
const MATCHER_MEMORY = 24 << 20;

/** One declaration each, in order of first use; the same thing asked for twice is one thing. */
export type Shared = {
  readonly targets: (targets: readonly Target[], keep: boolean) => Code;
  /** What a ctl takes from which rules. */
  readonly removal: Removals['removal'];
  readonly form: (transformations: readonly TransformationName[]) => Code;
  /** The forms of a list's first transformation, of its first two, and so on. */
  readonly forms: (transformations: readonly TransformationName[]) => readonly Code[];
  readonly matching: Program['matching'];
  readonly macro: (macro: Macro) => Code;
  readonly txSlot: FindTxSlot;
  readonly pattern: EmitPattern;
  /** The same expression as something that finds candidates one after another. */
  readonly spans: EmitPattern;
  /** An expression with back-references, and the steps it may take. */
  readonly backtracker: (code: AutomatonCode, source: string, limit: number) => Code;
  readonly template: (template: PathTemplate) => Code;
  readonly phrases: (phrases: readonly string[]) => Code;
  readonly addresses: (entries: readonly string[]) => Code;
  readonly bytes: (ranges: readonly (readonly [number, number])[]) => Code;
  readonly placeView: PlaceView;
  readonly modules: () => SharedModules;
};

export type SharedModules = {
  readonly targets: readonly Code[];
  readonly forms: readonly Code[];
  readonly views: readonly Code[];
  readonly data: readonly Code[];
};

export function createShared({ matching, txSlots }: Pick<Program, 'matching' | 'txSlots'>): Shared {
  const txSlot = createTxSlots(txSlots);
  const targets = createTable();
  /** One that all matchers share, when there are any. */
  const budgets = createTable();
  const data = createTable();
  const addData = (word: string, key: string, value: Code, above?: Code): Code => {
    const own = data.add(`${word} ${key}`, word, (name) => {
      const declaration = ts`export const ${name} = ${value};`;
      return above === undefined ? declaration : joined([above, declaration], '\n');
    });
    return ts`data.${own}`;
  };
  const matcher = (code: AutomatonCode): Code => {
    const budget = budgets.add('', 'budget', (name) => {
      return ts`const ${name} = createBudget(${MATCHER_MEMORY});`;
    });
    return ts`loadMatcher(${code}, ${budget})`;
  };
  const pattern: EmitPattern = (code, source) =>
    addData('pattern', code, matcher(code), comment(shortened(source)));
  const removals = createRemovals(pattern);
  const forms = createForms();
  const selection = (list: readonly Target[], keep: boolean): Code => {
    const own = targets.add(`${keep} ${targetSource(list)}`, 'targets', (name, slot) => {
      const kept = keep ? slot : undefined;
      return emitSelection({ own: name, kept, targets: list, pattern, txSlot });
    });
    return ts`targets.${own}`;
  };
  const views = createViews((list) => selection(list, true), forms);
  const spans: EmitPattern = (code, source) => {
    return addData('spans', code, ts`findSpans(${matcher(code)})`, comment(shortened(source)));
  };
  return {
    matching,
    txSlot,
    macro: (macro) => emitMacro(macro, txSlot),
    pattern,
    spans,
    backtracker: (code, source, limit) =>
      addData(
        'backtracker',
        code,
        ts`loadBacktracker(${code}, ${limit})`,
        comment(shortened(source)),
      ),
    template: ({ literals, names }) =>
      addData('template', `${literals.join('{}')} ${names.join()}`, ts`${{ literals, names }}`),
    removal: removals.removal,
    form: forms.form,
    forms: forms.stages,
    targets: selection,
    placeView: views.place,
    phrases: (phrases) => {
      const list = lines(phrases.map((phrase) => ts`${phrase},`));
      return addData('phrases', phrases.join('\n'), ts`loadPhrases([\n${list}\n])`);
    },
    addresses: (entries) => addData('addresses', entries.join(), ts`loadIpSet(${entries})`),
    bytes: (ranges) => addData('bytes', ranges.join(), ts`loadByteSet(${ranges})`),
    modules: () => ({
      targets: [...targets.all(), ...removals.all()],
      forms: forms.all(),
      views: views.all(),
      data: [...budgets.all(), ...data.all()],
    }),
  };
}

/** Expressions run to 12,000 characters; the rule file has them whole. */
function shortened(source: string): string {
  return source.length <= 100 ? `@rx ${source}` : `@rx ${source.slice(0, 100)}...`;
}
