/** Caches resolved rules: profiles share most of their rules, and few change between two runs of a watch. */
import type * as ast from '../1-parse/ast.ts';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { operators } from '../language/operators/index.ts';
import { memoizeByObject } from '../memoize.ts';
import type { SourceFile } from '../source.ts';
import type { DefaultsByPhase } from './default-actions.ts';
import {
  type ResolvedRule,
  type RuleContext,
  resolveChained,
  resolveHead,
} from './resolve-rule.ts';
import type { Rule } from './ruleset.ts';

type Directive = ast.SecRule | ast.SecAction;

type Memoized = {
  /** What the rule was resolved with: the head of its chain, and the part of the context that affects it. */
  readonly head: Rule | undefined;
  readonly key: string;
  readonly resolved: ResolvedRule | undefined;
  readonly reported: readonly Diagnostic[];
};

/** Resolves a rule, or the next link of `head`. A cached result reports its diagnostics again. */
export function resolveMemoized(
  directive: Directive,
  head: Rule | undefined,
  context: RuleContext,
): ResolvedRule | undefined {
  if (readsList(directive)) return resolveNow(directive, head, context);
  const key = `${context.data.matchLimit} ${keyOfDefaults(context.defaults)}`;
  const memoized = memoizedOf(directive);
  let found = memoized.find((each) => each.head === head && each.key === key);
  if (found === undefined) {
    const diagnostics = new Diagnostics();
    const resolved = resolveNow(directive, head, { ...context, diagnostics });
    found = { head, key, resolved, reported: diagnostics.list };
    if (memoized.length >= MAX_MEMOIZED) memoized.shift();
    memoized.push(found);
  }
  for (const each of found.reported) context.diagnostics.report(each, each.span, each.notes);
  return found.resolved;
}

/** More than four profiles in one run are rare; in an editor the heads of chains change often. */
const MAX_MEMOIZED = 4;

const memoizedOf = memoizeByObject((_: Directive): Memoized[] => []);

const keyOfDefaults = memoizeByObject((defaults: DefaultsByPhase) =>
  JSON.stringify([...defaults], (_, value: unknown) => (isSource(value) ? value.path : value)),
);

/** Returns whether `value` is a SourceFile. A key has only the path of a file, not its text. */
function isSource(value: unknown): value is SourceFile {
  return typeof value === 'object' && value !== null && 'path' in value && 'text' in value;
}

function resolveNow(
  directive: Directive,
  head: Rule | undefined,
  context: RuleContext,
): ResolvedRule | undefined {
  return head === undefined
    ? resolveHead(directive, context)
    : resolveChained(head, directive, context);
}

const LISTS: ReadonlySet<string | undefined> = new Set([
  'phraseFile',
  'addressFile',
  'phraseDataset',
  'addressDataset',
]);

/** Returns whether the rule reads a file or a dataset, which may have changed at the next run. */
function readsList(directive: Directive): boolean {
  if (directive.kind !== 'SecRule') return false;
  return LISTS.has(operators.get(directive.operator.name.text.toLowerCase())?.argument);
}
