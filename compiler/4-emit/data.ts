/** The data of a program: automata, phrases, addresses and the like, one declaration each in order of first use. */
import type { Settings } from '../../runtime/engine/host/compiled-waf.ts';
import type { PathTemplate } from '../../runtime/engine/operators/restpath.ts';
import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import type { Backtracking } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import { type Code, comment, joined, lines, ts } from './code.ts';
import type { EmitPattern } from './emit-targets.ts';
import { engine, t } from './engine-names.ts';
import { member } from './own-names.ts';
import { createTable } from './table.ts';

/** Bytes that all automata of a module may keep. */
const MATCHER_MEMORY = 24 << 20;

export type Data = {
  readonly pattern: EmitPattern;
  /** The same expression as something that finds candidates one after another. */
  readonly spans: EmitPattern;
  /** An expression with back-references. */
  readonly backtracker: (code: AutomatonCode, source: string, backtracking: Backtracking) => Code;
  /** Where the expressions that macros complete are kept, with the steps that back-references may take. */
  readonly expressionCache: (limit: number) => Code;
  readonly template: (template: PathTemplate) => Code;
  readonly phrases: (phrases: readonly string[]) => Code;
  readonly addresses: (entries: readonly string[]) => Code;
  /** The function of a transformation. */
  readonly transformation: (name: TransformationName) => Code;
  readonly bytes: (ranges: readonly (readonly [number, number])[]) => Code;
  readonly all: () => readonly Code[];
};

type Names = readonly TransformationName[];

export function createData({ unicodeMap }: Settings): Data {
  /** One that all matchers share, when there are any. */
  const budgets = createTable();
  const filters = createTable();
  const data = createTable();
  /** `value` is asked for once: what it declares besides has a use then. */
  const addLazily = (word: string, key: string, value: () => Code, above?: Code): Code => {
    const own = data.add(`${word} ${key}`, word, (name) => {
      const declaration = ts`export const ${name} = ${value()};`;
      return above === undefined ? declaration : joined([above, declaration], '\n');
    });
    return member('data', own);
  };
  const add = (word: string, key: string, value: Code, above?: Code): Code => {
    return addLazily(word, key, () => value, above);
  };
  const matcher = (code: AutomatonCode, transformations?: Names): Code => {
    const budget = budgets.add('', 'budget', (name) => {
      return ts`const ${name} = ${engine('createBudget')}(${MATCHER_MEMORY});`;
    });
    const shared = transformations === undefined ? ts`` : ts`, ${filtersOf(transformations)}`;
    return ts`${engine('loadMatcher')}(${code}, ${budget}${shared})`;
  };
  const filtersOf = (transformations: Names): Code => {
    return filters.add(transformations.join(), 'filters', (name) => {
      return ts`const ${name} = ${engine('createPrefixFilters')}();`;
    });
  };
  return {
    pattern: (code, source, transformations) =>
      addLazily('pattern', code, () => matcher(code, transformations), remarkOn(source)),
    spans: (code, source) => {
      return add('spans', code, ts`${engine('findSpans')}(${matcher(code)})`, remarkOn(source));
    },
    backtracker: (code, source, { limit, filter }) => {
      const filtering = filter === undefined ? ts`` : ts`, ${matcher(filter)}`;
      const loaded = ts`${engine('loadBacktracker')}(${code}, ${limit}${filtering})`;
      return add('backtracker', `${limit} ${code}`, loaded, remarkOn(source));
    },
    expressionCache: (limit) => {
      return add('expressionCache', `${limit}`, ts`${engine('createExpressionCache')}(${limit})`);
    },
    template: ({ literals, names }) =>
      add('template', `${literals.join('{}')} ${names.join()}`, ts`${{ literals, names }}`),
    phrases: (phrases) => {
      const list = lines(phrases.map((phrase) => ts`${phrase},`));
      return add('phrases', phrases.join('\n'), ts`${engine('loadPhrases')}([\n${list}\n])`);
    },
    addresses: (entries) =>
      add('addresses', entries.join(), ts`${engine('loadIpSet')}(${entries})`),
    bytes: (ranges) => add('bytes', ranges.join(), ts`${engine('loadByteSet')}(${ranges})`),
    transformation: (name) =>
      name === 'urlDecodeUni' && unicodeMap !== undefined
        ? add(name, unicodeMap, ts`${engine('createUrlDecodeUni')}(${unicodeMap})`)
        : t(name),
    all: () => [...budgets.all(), ...filters.all(), ...data.all()],
  };
}

/** Expressions run to 12,000 characters; the rule file has them whole. */
function remarkOn(source: string): Code {
  return comment(source.length <= 100 ? `@rx ${source}` : `@rx ${source.slice(0, 100)}...`);
}
