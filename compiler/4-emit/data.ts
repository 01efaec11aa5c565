/** The data of a program: automata, phrases, addresses and the like, one declaration each in order of first use. */
import type { Settings } from '../../runtime/engine/host/compiled-waf.ts';
import type { PathTemplate } from '../../runtime/engine/operators/restpath.ts';
import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import type { Backtracking } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import { type Code, comment, joined, ts } from './code.ts';
import { prefixed, transformationsName } from './content-name.ts';
import type { EmitPattern } from './emit-targets.ts';
import { engine, t } from './engine-names.ts';
import { member } from './own-names.ts';
import { createTable } from './table.ts';
import { textList } from './text-list.ts';

/** Bytes that all automata of a module may keep. */
const MATCHER_MEMORY = 24 << 20;

/** Each constant is named after the rule, or the selection, that is the first to use it. */
export type Data = {
  readonly pattern: EmitPattern;
  /** The same expression as something that finds candidates one after another. */
  readonly spans: EmitPattern;
  /** An expression with back-references. */
  readonly backtracker: (
    rule: number,
    code: AutomatonCode,
    source: string,
    backtracking: Backtracking,
  ) => Code;
  /** A cache of the expressions that macros complete, with the steps that back-references may take. */
  readonly expressionCache: (limit: number) => Code;
  readonly template: (rule: number, template: PathTemplate) => Code;
  readonly phrases: (rule: number, phrases: readonly string[]) => Code;
  readonly addresses: (rule: number, entries: readonly string[]) => Code;
  /** The function of a transformation. */
  readonly transformation: (name: TransformationName) => Code;
  readonly bytes: (rule: number, ranges: readonly (readonly [number, number])[]) => Code;
  readonly all: () => readonly Code[];
};

type Names = readonly TransformationName[];

export function createData({ unicodeMap }: Settings): Data {
  /** One that all matchers share, when there are any. */
  const budgets = createTable();
  const filters = createTable();
  const data = createTable();
  /** `value` is called once: what it declares besides has a use then. */
  const addLazily = (name: string, key: string, value: () => Code, above?: Code): Code => {
    const own = data.add(key, name, (unique) => {
      const declaration = ts`export const ${unique} = ${value()};`;
      return above === undefined ? declaration : joined([above, declaration], '\n');
    });
    return member('data', own);
  };
  const add = (name: string, key: string, value: Code, above?: Code): Code => {
    return addLazily(name, key, () => value, above);
  };
  const matcher = (code: AutomatonCode, transformations?: Names): Code => {
    const budget = budgets.add('', 'budget', (name) => {
      return ts`const ${name} = ${engine('createBudget')}(${MATCHER_MEMORY});`;
    });
    const shared = transformations === undefined ? ts`` : ts`, ${filtersOf(transformations)}`;
    return ts`${engine('loadMatcher')}(${code}, ${budget}${shared})`;
  };
  const filtersOf = (transformations: Names): Code => {
    return filters.add(transformations.join(), filtersName(transformations), (name) => {
      return ts`const ${name} = ${engine('createPrefixFilters')}();`;
    });
  };
  return {
    pattern: (user, code, source, transformations) =>
      addLazily(
        nameFor('pattern', user),
        `pattern ${code}`,
        () => matcher(code, transformations),
        remarkOn(source),
      ),
    spans: (user, code, source) => {
      const spans = ts`${engine('findSpans')}(${matcher(code)})`;
      return add(nameFor('spans', user), `spans ${code}`, spans, remarkOn(source));
    },
    backtracker: (rule, code, source, { limit, filter }) => {
      const filtering = filter === undefined ? ts`` : ts`, ${matcher(filter)}`;
      const loaded = ts`${engine('loadBacktracker')}(${code}, ${limit}${filtering})`;
      const key = `backtracker ${limit} ${code}`;
      return add(nameFor('backtracker', rule), key, loaded, remarkOn(source));
    },
    expressionCache: (limit) => {
      const cache = ts`${engine('createExpressionCache')}(${limit})`;
      return add('expressionCache', `expressionCache ${limit}`, cache);
    },
    template: (rule, { literals, names }) => {
      const key = `template ${literals.join('{}')} ${names.join()}`;
      return add(nameFor('template', rule), key, ts`${{ literals, names }}`);
    },
    phrases: (rule, phrases) => {
      const loaded = ts`${engine('loadPhrases')}(${textList(phrases)})`;
      return add(nameFor('phrases', rule), `phrases ${phrases.join('\n')}`, loaded);
    },
    addresses: (rule, entries) => {
      const loaded = ts`${engine('loadIpSet')}(${entries})`;
      return add(nameFor('addresses', rule), `addresses ${entries.join()}`, loaded);
    },
    bytes: (rule, ranges) => {
      const loaded = ts`${engine('loadByteSet')}(${ranges})`;
      return add(nameFor('bytes', rule), `bytes ${ranges.join()}`, loaded);
    },
    transformation: (name) =>
      name === 'urlDecodeUni' && unicodeMap !== undefined
        ? add(name, name, ts`${engine('createUrlDecodeUni')}(${unicodeMap})`)
        : t(name),
    all: () => [...budgets.all(), ...filters.all(), ...data.all()],
  };
}

/** Expressions run to 12,000 characters; the rule file has them whole. */
function remarkOn(source: string): Code {
  return comment(source.length <= 100 ? `@rx ${source}` : `@rx ${source.slice(0, 100)}...`);
}

/** `pattern942100`, `patternArgsExcept`. */
function nameFor(word: string, user: number | string): string {
  return prefixed(word, String(user));
}

/** `filtersUrlDecodeUni`; of the values as they are: `filters`. */
function filtersName(transformations: Names): string {
  return transformations.length === 0
    ? 'filters'
    : prefixed('filters', transformationsName(transformations));
}
