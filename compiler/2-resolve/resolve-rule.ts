/** Resolves one SecRule or SecAction, either to the head of a rule or to a link of the chain before it. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ActionList } from './action-list.ts';
import { type DefaultsByPhase, defaultsFor } from './default-actions.ts';
import * as problem from './problems.ts';
import { resolveActions } from './resolve-actions.ts';
import { parsePhase } from './resolve-metadata.ts';
import { type OperatorData, resolveOperator } from './resolve-operator.ts';
import { resolveTargets } from './resolve-targets.ts';
import { resolveVerdict } from './resolve-verdict.ts';
import type { Link, Phase, Rule, Test } from './ruleset.ts';

export type RuleContext = {
  readonly defaults: DefaultsByPhase;
  readonly data: OperatorData;
  readonly diagnostics: Diagnostics;
};

/** A rule and whether its last link announces another one. */
export type ResolvedRule = { readonly rule: Rule; readonly chain: ast.Action | undefined };

/** Resolves a single rule or the head of a chain. Returns undefined after a report when no rule can be made. */
export function resolveHead(
  directive: ast.SecRule | ast.SecAction,
  context: RuleContext,
): ResolvedRule | undefined {
  const { diagnostics } = context;
  const phase = phaseOf(directive.actions);
  const defaults = defaultsFor(phase, context.defaults);
  const list = resolveActions(directive.actions, defaults, diagnostics);
  const link = resolveLink(directive, list, context);
  if (list.id === undefined) {
    // `id=1` is reported as an unknown action.
    if (!directive.actions.some(({ name }) => /^id(?:=|$)/i.test(name.text))) {
      diagnostics.report(problem.missingId(), directive.span);
    }
    return undefined;
  }
  if (link === undefined) return undefined;
  const rule: Rule = {
    kind: 'Rule',
    id: list.id.value,
    phase,
    links: [{ ...link, message: undefined, logdata: undefined }],
    metadata: { ...list.metadata, tags: [...defaults.tags, ...list.metadata.tags] },
    disruptive: resolveVerdict(list, phase, defaults, diagnostics),
    status: list.status,
    skip: list.skip?.value,
    log: list.log,
    audit: list.audit,
    span: directive.span,
  };
  return { rule, chain: list.chain };
}

/**
 * Returns `head` with the directive as its next link. Returns undefined after a report when no link can be made: the
 * whole chain is then left out, because without one of its links it would match too much.
 */
export function resolveChained(
  head: Rule,
  directive: ast.SecRule | ast.SecAction,
  context: RuleContext,
): ResolvedRule | undefined {
  const { transformations } = defaultsFor(head.phase, context.defaults);
  const inherited = { transformations, log: false, audit: false, status: undefined };
  const list = resolveActions(directive.actions, inherited, context.diagnostics);
  reportHeadActions(list, context.diagnostics);
  const link = resolveLink(directive, list, context);
  if (link === undefined) return undefined;
  return { rule: { ...head, links: [...head.links, link] }, chain: list.chain };
}

/** Reports the mistakes of a link of a chain that is left out, so that one run shows them all. Returns its actions. */
export function reportLink(
  directive: ast.SecRule | ast.SecAction,
  context: RuleContext,
): ActionList {
  const inherited = { transformations: [], log: false, audit: false, status: undefined };
  const list = resolveActions(directive.actions, inherited, context.diagnostics);
  resolveLink(directive, list, context);
  return list;
}

/** Reports actions that only the first rule of a chain may have: id, skip and verdict. */
export function reportHeadActions(list: ActionList, diagnostics: Diagnostics): void {
  if (list.id !== undefined) diagnostics.report(problem.misplacedAction('id'), list.id.span);
  if (list.skip !== undefined) {
    const name = list.skip.value.kind === 'After' ? 'skipAfter' : 'skip';
    diagnostics.report(problem.misplacedAction(name), list.skip.span);
  }
  if (list.disruptive !== undefined && list.disruptive.value.kind !== 'pass') {
    const { kind } = list.disruptive.value;
    diagnostics.report(problem.misplacedAction(kind), list.disruptive.span);
  }
}

/** Returns the phase. It is read before the other actions, because it decides which defaults they inherit. */
function phaseOf(actions: readonly ast.Action[]): Phase {
  const written = actions.findLast((action) => action.name.text.toLowerCase() === 'phase');
  return parsePhase(written?.argument?.text ?? '') ?? 2;
}

function resolveLink(
  directive: ast.SecRule | ast.SecAction,
  list: ActionList,
  context: RuleContext,
): Link | undefined {
  const test = directive.kind === 'SecRule' ? resolveTest(directive, list, context) : 'always';
  if (test === undefined) return undefined;
  return {
    test: test === 'always' ? undefined : test,
    effects: list.effects,
    message: list.metadata.message,
    logdata: list.metadata.logdata,
    span: directive.span,
    written: directive,
  };
}

function resolveTest(
  directive: ast.SecRule,
  list: ActionList,
  context: RuleContext,
): Test | undefined {
  const targets = resolveTargets(directive.targets, context.diagnostics, list.namespaces);
  const operator = resolveOperator(directive.operator, context.data, context.diagnostics);
  if (operator === undefined) return undefined;
  const { transformations, multiMatch, capture } = list;
  return { targets, ...operator, transformations, multiMatch, capture };
}
