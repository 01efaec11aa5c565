/** Debug log level 9: the places of a rule as code that tells the transaction what it looks at. */
import type { Link, Rule } from '../3-specialize/program.ts';
import { argumentText } from './argument-text.ts';
import { type Code, ts } from './code.ts';
import { type Hooks, silent } from './emit-trace.ts';
import { engine } from './engine-names.ts';
import { ruleInfo } from './own-names.ts';
import { targetSource } from './target-source.ts';

/** Chars of a test that are shown: phrase files run to thousands of words. */
const SHOWN = 300;

/** Rules of such a program ask no prefilter (specialize.ts), so there is nothing to tell of it. */
export const debugging: Hooks = {
  ...silent,
  removed: ({ info }) => ts`return ${engine('debugRemoved')}(tx, ${ruleInfo(info.id)});`,
  begin: (rule) => [debugRule(rule)],
  test: (tested) => {
    const { condition, link } = tested;
    return silent.test({
      ...tested,
      condition: ts`${engine('debugValue')}(tx, ${link}, entry, value, ${condition})`,
    });
  },
  match: () => [ts`${engine('debugMatch')}(tx);`],
};

function debugRule({ info, links }: Rule): Code {
  return ts`${engine('debugRule')}(tx, ${ruleInfo(info.id)}, ${links.map(testText)});`;
}

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
