/** The places of a rule that a trace hears of: as code that only runs the rule, and as code that tells as well. */
import type { Rule } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import { trace } from './own-names.ts';

/** What is known where a value is tested. */
export type Tested = {
  readonly condition: Code;
  readonly negated: boolean;
  /** The condition is what the operator has captured, or undefined. */
  readonly capturing: boolean;
  /** From 0. */
  readonly link: number;
};

export type Hooks = {
  /** A ctl has switched the rule off. */
  readonly removed: (rule: Rule) => Code;
  /** Has the rule called all the same, to say that none of the texts in the list `seen` can match. */
  readonly prefiltered: ((rule: Rule, seen: Code) => Code) | undefined;
  readonly begin: (rule: Rule) => readonly Code[];
  /** Goes on with the next value unless this one, `entry` and `value`, matches. */
  readonly test: (tested: Tested) => readonly Code[];
  /** Goes on with the next value when the transformed `text` lacks what every match has. */
  readonly skip: (lacks: Code, link: number) => Code;
  readonly match: (rule: Rule) => readonly Code[];
};

export const silent: Hooks = {
  removed: () => ts`return false;`,
  prefiltered: undefined,
  begin: () => [],
  test: ({ condition, negated, capturing }) => {
    if (capturing) {
      return [ts`const captures = ${condition};`, ts`if (captures === undefined) continue;`];
    }
    return [negated ? ts`if (${condition}) continue;` : ts`if (!${condition}) continue;`];
  },
  skip: (lacks) => ts`if (${lacks}) continue;`,
  match: () => [],
};

export const tracing: Hooks = {
  removed: ({ info }) => ts`return ${trace}.removed(${info.id});`,
  prefiltered: ({ info }, seen) => ts`return ${trace}.prefiltered(${info.id}, ${seen});`,
  begin: ({ info, ruleIndex, condition }) => [
    condition.excludable
      ? ts`${trace}.begin(${info.id}, tx.exclusions(${ruleIndex}));`
      : ts`${trace}.begin(${info.id}, []);`,
  ],
  test: (tested) => {
    const { condition, negated, capturing, link } = tested;
    const result = capturing ? ts`captures !== undefined` : negated ? ts`!${condition}` : condition;
    const report = (matched: Code): Code =>
      ts`${trace}.test(${link}, entry, value, ${matched} ? 'match' : 'no match');`;
    if (!capturing) {
      return [ts`const isMatch = ${result};`, report(ts`isMatch`), ts`if (!isMatch) continue;`];
    }
    const [captures = ts``, ...others] = silent.test(tested);
    return [captures, report(result), ...others];
  },
  skip: (lacks, link) =>
    ts`if (${lacks}) { ${trace}.test(${link}, entry, text.value, 'prefiltered'); continue; }`,
  match: ({ info }) => [ts`${trace}.match(${info.id});`],
};
