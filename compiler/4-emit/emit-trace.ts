/** The points of a rule that a trace records: as code that only runs the rule, and as code that records as well. */
import type { Link, Rule } from '../3-specialize/program.ts';
import { argumentText } from './argument-text.ts';
import { type Code, ts } from './code.ts';
import { engine } from './engine-names.ts';
import { ruleInfo } from './own-names.ts';
import { targetSource } from './target-source.ts';

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
  /** The rule is called all the same, to record that none of the texts in the list `seen` can match. */
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

/** With calls of the engine's tracing: for offline runs and the debug log. */
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

/** Chars of a test that are shown: phrase files run to thousands of words. */
const SHOWN = 300;

function testText({ test }: Link): string {
  if (test === undefined) return 'always';
  const text = [
    targetSource(test.targets),
    ...test.transformations.map((each) => `t:${each}`),
    ...(test.multiMatch ? ['multiMatch'] : []),
    `${test.negated ? '!' : ''}@${test.operator.name} ${argumentText(test)}`.trimEnd(),
  ].join(' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
