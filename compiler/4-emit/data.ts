/** Emits the data of a program: automata, phrases, addresses and others, one declaration each in order of first use. */
import type { Settings } from '#engine/host/compiled-waf.ts';
import type { PathTemplate } from '#engine/operators/restpath.ts';
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import type { Backtracking } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import { findSplit } from '../regex/find-split.ts';
import { type Code, comment, joined, ts } from './code.ts';
import { prefixed, transformationsName } from './content-name.ts';
import type { EmitPattern, SearchedTexts } from './emit-targets.ts';
import { engine, t } from './engine-names.ts';
import { member } from './own-names.ts';
import { createTable } from './table.ts';
import { textList } from './text-list.ts';

/** Memory limit, in bytes, of all automata of a module. */
const MATCHER_MEMORY = 24 << 20;

/** Emitters of constants. Each constant is named after the rule, or the selection, that uses it first. */
export type Data = {
  readonly pattern: EmitPattern;
  /** An expression, as a constant that finds candidates one after another. */
  readonly spans: EmitPattern;
  /** An expression with back-references. */
  readonly backtracker: (
    rule: number,
    code: AutomatonCode,
    source: string,
    backtracking: Backtracking,
  ) => Code;
  /** A cache for expressions with macros. `limit` is the number of steps that back-references may take. */
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
  /** The cache budget that all matchers share, when there are any. */
  const budgets = createTable();
  const filters = createTable();
  const data = createTable();
  /**
   * Calls `value` at most once and only when the declaration is new, so that declarations inside it are always used.
   */
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
  const matcher = (code: AutomatonCode, texts?: SearchedTexts): Code => {
    const budget = budgets.add('', 'budget', (name) => {
      return ts`const ${name} = ${engine('createBudget')}(${MATCHER_MEMORY});`;
    });
    const more = texts === undefined ? ts`` : longTextsOf(code, texts);
    return ts`${engine('loadMatcher')}(${code}, ${budget}${more})`;
  };
  const longTextsOf = (code: AutomatonCode, texts: SearchedTexts): Code => {
    const split = findSplit(code);
    return ts`, ${filtersOf(texts)}${split === 0 ? ts`` : ts`, ${split}`}`;
  };
  const filtersOf = ({ phase, transformations, multiMatch }: SearchedTexts): Code => {
    const key = [phase, multiMatch, ...transformations].join();
    return filters.add(key, filtersName(transformations), (name) => {
      return ts`const ${name} = ${engine('createPrefixFilters')}();`;
    });
  };
  return {
    pattern: (user, code, source, texts) =>
      addLazily(
        nameFor('pattern', user),
        `pattern ${code}`,
        () => matcher(code, texts),
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

/** Returns the expression as a comment. Expressions have up to 12,000 characters, so it is shortened. */
function remarkOn(source: string): Code {
  return comment(source.length <= 100 ? `@rx ${source}` : `@rx ${source.slice(0, 100)}...`);
}

/** Returns the name of a constant, such as `pattern942100` or `patternArgsExcept`. */
function nameFor(word: string, user: number | string): string {
  return prefixed(word, String(user));
}

/** Returns a name such as `filtersUrlDecodeUni`; `filters` for untransformed values. */
function filtersName(transformations: Names): string {
  return transformations.length === 0
    ? 'filters'
    : prefixed('filters', transformationsName(transformations));
}
