/**
 * Hooks at the points of a rule that a trace records: one set that only runs the rule, and one that also records it.
 */
import type { Link, Rule } from '../3-specialize/program.ts';
import { argumentText } from './argument-text.ts';
import { type Code, ts } from './code.ts';
import { engine } from './engine-names.ts';
import { ruleInfo } from './own-names.ts';
import { targetSource } from './target-source.ts';

/** The context of the test of one value. */
export type Tested = {
  readonly condition: Code;
  readonly negated: boolean;
  /** True when the condition returns the captures or undefined. */
  readonly capturing: boolean;
  /** Index of the link, from 0. */
  readonly link: number;
};

export type Hooks = {
  /** The statement for a rule that a ctl has removed. */
  readonly removed: (rule: Rule) => Code;
  /** The statement that records that none of the values in the list `seen` can match; undefined without tracing. */
  readonly prefiltered: ((rule: Rule, seen: Code) => Code) | undefined;
  readonly begin: (rule: Rule) => readonly Code[];
  /** Continues with the next value unless this one, `entry` and `value`, matches. */
  readonly test: (tested: Tested) => readonly Code[];
  /** Continues with the next value when the transformed `text` lacks what every match has. */
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

/** Hooks that call the engine's tracing, for offline runs and the debug log. */
export const tracing: Hooks = {
  removed: ({ info }) => ts`return ${engine('traceRemoved')}(tx, ${ruleInfo(info.id)});`,
  prefiltered: ({ info }, seen) =>
    ts`return ${engine('tracePrefiltered')}(tx, ${ruleInfo(info.id)}, ${seen});`,
  begin: (rule) => [emitBegin(rule)],
  test: (tested) => {
    const { condition, link, negated } = tested;
    const traced = ts`${engine('traceTest')}(tx, ${link}, entry, value, ${negated}, ${condition})`;
    return silent.test({ ...tested, condition: traced });
  },
  skip: (lacks, link) =>
    ts`if (${lacks}) { ${engine('traceSkipped')}(tx, ${link}, entry, text.value); continue; }`,
  match: () => [ts`${engine('traceMatch')}(tx);`],
};

function emitBegin({ info, links, ruleIndex, condition }: Rule): Code {
  const without = condition.excludable ? ts`, tx.exclusions(${ruleIndex})` : ts``;
  return ts`${engine('traceRule')}(tx, ${ruleInfo(info.id)}, ${links.map(testText)}${without});`;
}

/** The maximum length of a shown test, in chars; phrase files have thousands of words. */
const SHOWN = 300;

function testText({ test }: Link): string {
  if (test === undefined) return 'always';
  const text = [
    targetSource(test.targets),
    ...test.transformations.map((each) => `t:${each}`),
    ...(test.multiMatch ? ['multiMatch'] : []),
    `${test.negated ? '!' : ''}@${test.operator.name} ${argumentText(test)}`.replace(/ $/, ''),
  ].join(' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
