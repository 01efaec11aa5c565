/** Applies SecRuleUpdateActionById, which changes the actions of a rule. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ActionList } from './action-list.ts';
import { type Entries, update, withLink } from './apply-updates.ts';
import { type DefaultsByPhase, defaultsFor } from './default-actions.ts';
import * as problem from './problems.ts';
import { resolveActions } from './resolve-actions.ts';
import { reportHeadActions } from './resolve-rule.ts';
import { resolveVerdict, withStatus } from './resolve-verdict.ts';
import type { Link, Rule } from './ruleset.ts';

/**
 * Applies the update. New actions follow the old ones; a new verdict replaces the old one; `t:none` clears the
 * transformations.
 */
export function applyActionUpdate(
  entries: Entries,
  directive: ast.SecRuleUpdateAction,
  defaults: DefaultsByPhase,
  diagnostics: Diagnostics,
): Entries {
  const isFixed = ({ name }: ast.Action): boolean => FIXED.has(name.text.toLowerCase());
  for (const { name, span } of directive.actions.filter(isFixed)) {
    diagnostics.report(problem.fixedAction(name.text.toLowerCase()), span);
  }
  const changes = { ...directive, actions: directive.actions.filter((each) => !isFixed(each)) };
  let isApplied = false;
  const rewrite = (rule: Rule, offset: number): Rule => {
    isApplied = true;
    return offset === 0
      ? rewriteActions(rule, changes, defaults, diagnostics)
      : rewriteLinkActions(rule, offset, changes, diagnostics);
  };
  const updated = update(entries, { ...changes, by: 'Id' }, rewrite, diagnostics);
  // Mistakes in the actions are reported even if no rule has the id, as in a file that is checked alone.
  const inherited = { ...noLog, transformations: [], status: undefined };
  if (!isApplied) resolveActions(changes.actions, inherited, diagnostics);
  return updated;
}

const FIXED: ReadonlySet<string> = new Set(['id', 'phase', 'chain', 'xmlns']);

/** Updates a chained link. Verdict, skip and metadata belong to the first rule of the chain. */
function rewriteLinkActions(
  rule: Rule,
  offset: number,
  directive: ast.SecRuleUpdateAction,
  diagnostics: Diagnostics,
): Rule {
  return withLink(rule, offset, (link) => {
    const transformations = [...(link.test?.transformations ?? [])];
    const inherited = { ...noLog, transformations, status: undefined };
    const list = resolveActions(directive.actions, inherited, diagnostics);
    reportHeadActions(list, diagnostics);
    const { message, logdata } = list.metadata;
    return {
      ...withActions(link, list),
      message: message ?? link.message,
      logdata: logdata ?? link.logdata,
    };
  });
}

const noLog = { log: false, audit: false } as const;

function withActions(link: Link, list: ActionList): Link {
  return {
    ...link,
    effects: [...link.effects, ...list.effects],
    test: link.test && {
      ...link.test,
      transformations: list.transformations,
      capture: link.test.capture || list.capture,
      multiMatch: link.test.multiMatch || list.multiMatch,
    },
  };
}

function rewriteActions(
  rule: Rule,
  directive: ast.SecRuleUpdateAction,
  defaults: DefaultsByPhase,
  diagnostics: Diagnostics,
): Rule {
  const [head, ...chained] = rule.links;
  const transformations = head.test === undefined ? [] : [...head.test.transformations];
  const { log, audit, status } = rule;
  const inherited = { transformations, log, audit, status };
  const list = resolveActions(directive.actions, inherited, diagnostics);
  const { message, logdata, rev, ver, severity, maturity, accuracy, tags } = list.metadata;
  const old = rule.metadata;
  return {
    ...rule,
    links: [withActions(head, list), ...chained],
    log: list.log,
    audit: list.audit,
    skip: list.skip?.value ?? rule.skip,
    disruptive:
      list.disruptive === undefined
        ? rule.disruptive && withStatus(rule.disruptive, list.status)
        : resolveVerdict(list, rule.phase, defaultsFor(rule.phase, defaults), diagnostics),
    status: list.status,
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
