/** One function for each distinct target list: which entries it selects. */
import { lowerAscii } from '../../runtime/engine/byte-string.ts';
import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import type { Exclusion, Selector, Target } from '../2-resolve/ruleset.ts';
import { type Code, comment, joined, lines, name, ts } from './code.ts';
import { targetSource } from './target-source.ts';

/** The constant that holds an automaton; the source goes into its comment. */
export type EmitPattern = (code: AutomatonCode, source: string) => Code;

export type Selection = {
  readonly own: Code;
  /** Where the transaction keeps the result for the phase; undefined: it is made each time. */
  readonly kept: number | undefined;
  readonly targets: readonly Target[];
  readonly pattern: EmitPattern;
};

export function emitSelection({ own, kept, targets, pattern }: Selection): Code {
  const body = [
    ...(kept === undefined
      ? []
      : [
          ts`const kept = tx.selections[${kept}];`,
          ts`if (kept !== undefined && without.length === 0) return kept;`,
        ]),
    ts`const found: Entry[] = [];`,
    ...targets.map((target) => emitTarget(target, pattern)),
    ...(kept === undefined ? [] : [ts`if (without.length === 0) tx.selections[${kept}] = found;`]),
    ts`return found;`,
  ];
  return joined(
    [
      comment(targetSource(targets)),
      ts`export function ${own}(tx: Tx, without: readonly Exclusion[] = noExclusions): readonly Entry[] {`,
      lines(body),
      ts`}`,
    ],
    '\n',
  );
}

function emitTarget(target: Target, pattern: EmitPattern): Code {
  const { mode, variable, selector, except } = target;
  const exclusions = emitExclusions(variable.name, except, pattern);
  const select = variable.row.stored ? 'Stored' : 'Entries';
  const source = name('v.', variable.row.engine);
  const entries =
    selector.kind === 'XPath' ? ts`${source}(tx, ${selector.path})` : ts`${source}(tx)`;
  const pick = selector.kind === 'XPath' ? ts`all` : emitPick(selector, pattern);
  if (mode === 'values') {
    const intern = variable.row.stored ? ts`, tx.text` : ts``;
    return ts`${name('select', select)}(found, ${entries}, ${pick}, ${exclusions}${intern});`;
  }
  const count = ts`${name('count', select)}(${variable.name}, ${entries}, ${pick}, ${exclusions}, tx.text)`;
  return ts`found.push(${count});`;
}

function emitExclusions(
  variable: string,
  except: readonly Exclusion[],
  pattern: EmitPattern,
): Code {
  if (except.length === 0) return ts`without`;
  const list = except.map(
    (exclusion) => ts`{ variable: ${variable}, pick: ${emitPick(exclusion, pattern)} }`,
  );
  return ts`[${joined(list, ', ')}, ...without]`;
}

/** Keys are compared with the lower-cased key of the entry. */
export function emitPick(
  selector: Exclude<Selector, { kind: 'XPath' }>,
  pattern: EmitPattern,
): Code {
  switch (selector.kind) {
    case 'All':
      return ts`all`;
    case 'Key':
      return ts`{ kind: 'Key', key: ${lowerAscii(selector.key)} }`;
    case 'Pattern': {
      const own = pattern(selector.code, selector.source);
      return ts`{ kind: 'Pattern', test: (key) => op.rx(key, ${own}) }`;
    }
  }
}
