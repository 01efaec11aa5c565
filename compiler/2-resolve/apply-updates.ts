/** SecRuleRemoveBy*, SecRuleUpdateTargetBy*, SecRuleUpdateActionById, on the rules loaded so far. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Span } from '../source.ts';
import { type DefaultsByPhase, defaultsFor } from './default-actions.ts';
import * as problem from './problems.ts';
import type { RefusedRule } from './refused-rule.ts';
import { resolveActions } from './resolve-actions.ts';
import { resolveSelection } from './resolve-control.ts';
import { exclude, resolveTarget } from './resolve-targets.ts';
import { resolveVerdict, withStatus } from './resolve-verdict.ts';
import type { Disruptive, Link, Marker, Rule, RuleSelection, Target } from './ruleset.ts';
import { selects } from './selects.ts';

/** In load order; what is refused stays so, whatever is done to it. */
export type Entries = readonly (Rule | Marker | RefusedRule)[];

export function applyRemoval(
  entries: Entries,
  directive: ast.SecRuleRemove,
  diagnostics: Diagnostics,
): Entries {
  const selection = resolveSelection(directive.by, directive.values, diagnostics);
  if (selection === undefined) return entries;
  return update(entries, selection, 'remove', directive.span, diagnostics);
}

/** Exclusions and additions reach the first rule of a chain, which carries the id. */
export function applyTargetUpdate(
  entries: Entries,
  directive: ast.SecRuleUpdateTarget,
  diagnostics: Diagnostics,
): Entries {
  const selection = resolveSelection(directive.by, directive.values, diagnostics);
  if (selection === undefined) return entries;
  const changes = directive.targets.flatMap((written) => {
    const resolved = resolveTarget(written, diagnostics);
    return resolved === undefined ? [] : [{ ...resolved, mode: written.mode }];
  });
  const change = (targets: readonly Target[]): readonly Target[] => {
    let changed = targets;
    for (const { mode, ...target } of changes) {
      changed =
        mode === 'exclude'
          ? exclude(changed, target)
          : [...changed, { ...target, mode: mode === 'count' ? 'count' : 'values', except: [] }];
    }
    return changed;
  };
  const rewrite = (rule: Rule): Rule => {
    const [head, ...chained] = rule.links;
    return { ...rule, links: [withTargets(head, change), ...chained] };
  };
  return update(entries, selection, rewrite, directive.span, diagnostics);
}

function withTargets(link: Link, change: (targets: readonly Target[]) => readonly Target[]): Link {
  if (link.test === undefined) return link;
  return { ...link, test: { ...link.test, targets: change(link.test.targets) } };
}

/** The new actions follow the old ones; a new verdict replaces the old one, `t:none` clears. */
export function applyActionUpdate(
  entries: Entries,
  directive: ast.SecRuleUpdateAction,
  defaults: DefaultsByPhase,
  diagnostics: Diagnostics,
): Entries {
  const selection = resolveSelection('Id', directive.values, diagnostics);
  if (selection === undefined) return entries;
  for (const action of directive.actions) {
    if (!['id', 'phase', 'chain'].includes(action.name.text.toLowerCase())) continue;
    diagnostics.report(problem.fixedAction(action.name.text.toLowerCase()), action.span);
    return entries;
  }
  const rewrite = (rule: Rule): Rule => rewriteActions(rule, directive, defaults, diagnostics);
  return update(entries, selection, rewrite, directive.span, diagnostics);
}

function rewriteActions(
  rule: Rule,
  directive: ast.SecRuleUpdateAction,
  defaults: DefaultsByPhase,
  diagnostics: Diagnostics,
): Rule {
  const [head, ...chained] = rule.links;
  const transformations = head.test === undefined ? [] : [...head.test.transformations];
  const own = defaultsFor(rule.phase, defaults);
  const status = statusOf(rule.disruptive) ?? own.status;
  const inherited = { transformations, log: rule.log, audit: rule.audit, status };
  const list = resolveActions(directive.actions, inherited, diagnostics);
  const { message, logdata, rev, ver, severity, maturity, accuracy, tags } = list.metadata;
  const old = rule.metadata;
  const link: Link = {
    ...head,
    effects: [...head.effects, ...list.effects],
    test: head.test && {
      ...head.test,
      transformations: list.transformations,
      capture: head.test.capture || list.capture,
      multiMatch: head.test.multiMatch || list.multiMatch,
    },
  };
  return {
    ...rule,
    links: [link, ...chained],
    log: list.log,
    audit: list.audit,
    skip: list.skip?.value ?? rule.skip,
    disruptive:
      list.disruptive === undefined
        ? rule.disruptive && withStatus(rule.disruptive, list.status)
        : resolveVerdict(list, rule.phase, own, diagnostics),
    metadata: {
      message: message ?? old.message,
      logdata: logdata ?? old.logdata,
      rev: rev || old.rev,
      ver: ver || old.ver,
      severity: severity ?? old.severity,
      maturity: maturity || old.maturity,
      accuracy: accuracy || old.accuracy,
      tags: [...old.tags, ...tags],
    },
  };
}

function statusOf(disruptive: Disruptive | undefined): number | undefined {
  return disruptive !== undefined && 'status' in disruptive ? disruptive.status : undefined;
}

function update(
  entries: Entries,
  selection: RuleSelection,
  change: ((rule: Rule) => Rule) | 'remove',
  span: Span,
  diagnostics: Diagnostics,
): Entries {
  let reached = false;
  const updated = entries.flatMap((entry) => {
    if (entry.kind === 'Marker' || !selects(selection, entry)) return [entry];
    reached = true;
    if (change === 'remove') return [];
    return [entry.kind === 'Refused' ? entry : change(entry)];
  });
  if (!reached) diagnostics.report(problem.noSuchRule(describe(selection)), span);
  return updated;
}

function describe(selection: RuleSelection): string {
  switch (selection.kind) {
    case 'Ids': {
      const ranges = selection.ranges.map(([from, to]) =>
        from === to ? `${from}` : `${from}-${to}`,
      );
      return `id ${ranges.join(', ')}`;
    }
    case 'Tag':
      return `tag ${selection.tag}`;
    case 'Msg':
      return `msg ${selection.message}`;
  }
}
