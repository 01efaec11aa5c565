/** Applies SecRuleUpdateTargetBy*: exclusions, additions and replacements. */
import type { Namespaces } from '#engine/body/xpath.ts';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type * as ast from '../1-parse/ast.ts';
import { Diagnostics } from '../diagnostics.ts';
import { type Entries, update, withLink } from './apply-updates.ts';
import * as problem from './problems.ts';
import { resolveActions } from './resolve-actions.ts';
import { exclude, resolveTarget } from './resolve-targets.ts';
import type { Link, Rule, Target } from './ruleset.ts';

type Change = Omit<Target, 'mode' | 'except'> & { readonly mode: ast.Target['mode'] };

/** Applies the update to the first rule of a chain, which has the id, or to the link at an offset. */
export function applyTargetUpdate(
  entries: Entries,
  directive: ast.SecRuleUpdateTarget,
  diagnostics: Diagnostics,
): Entries {
  const lists = resolveLists(directive, diagnostics);
  const missed = new Map(reaching(lists).map((each) => [each.span, each]));
  const change = (targets: readonly Target[], link: Link): readonly Target[] => {
    const own = hasXPath(directive) ? resolveLists(directive, new Diagnostics(), link) : lists;
    const reaches = own.replaced === undefined ? namesAny : isSame;
    for (const each of reaching(own)) {
      if (targets.some((target) => reaches(target, each))) missed.delete(each.span);
    }
    return own.replaced === undefined
      ? changeTargets(targets, own.changes)
      : replaceTargets(targets, own.replaced, own.changes);
  };
  const rewrite = (rule: Rule, offset: number): Rule =>
    withLink(rule, offset, (link) => withTargets(link, change));
  const updated = update(entries, directive, rewrite, diagnostics);
  const isSelected = updated.some((entry, index) => entry !== entries[index]);
  for (const { variable, span } of isSelected ? missed.values() : []) {
    diagnostics.report(problem.strayUpdate(variable.name), span);
  }
  return updated;
}

type Lists = {
  readonly changes: readonly Change[];
  /** The targets to be replaced; undefined when the changes are added. */
  readonly replaced: readonly Change[] | undefined;
};

/** Resolves the lists of an update. Prefixes in XPaths are those that `xmlns` of the link binds. */
function resolveLists(
  { targets, replaced }: ast.SecRuleUpdateTarget,
  diagnostics: Diagnostics,
  link?: Link,
): Lists {
  const namespaces = link && namespacesOf(link);
  const resolveList = (list: readonly ast.Target[]): readonly Change[] =>
    list.flatMap((target) => {
      const resolved = resolveTarget(target, diagnostics, namespaces);
      return resolved === undefined ? [] : [{ ...resolved, mode: target.mode, span: target.span }];
    });
  return { changes: resolveList(targets), replaced: replaced && resolveList(replaced) };
}

function namespacesOf({ written }: Link): Namespaces {
  const inherited = { log: false, audit: false, status: undefined, transformations: [] };
  return resolveActions(written.actions, inherited, new Diagnostics()).namespaces;
}

function hasXPath({ targets, replaced = [] }: ast.SecRuleUpdateTarget): boolean {
  return [...targets, ...replaced].some(({ selector }) => selector?.kind === 'XPath');
}

/** Returns the changes without effect unless a rule has a target for them. */
function reaching({ changes, replaced }: Lists): readonly Change[] {
  return replaced ?? changes.filter(({ mode }) => mode === 'exclude');
}

function namesAny(target: Target, { variable }: Change): boolean {
  return target.variable.name === variable.name;
}

function changeTargets(targets: readonly Target[], changes: readonly Change[]): readonly Target[] {
  let changed = targets;
  for (const { mode, variable, selector, span } of changes) {
    changed =
      mode === 'exclude'
        ? exclude(changed, { variable, selector })
        : [
            ...changed,
            { variable, selector, mode: mode === 'count' ? mode : 'values', except: [], span },
          ];
  }
  return changed;
}

/** Replaces the targets `replaced` by `changes`. A list without any of them is unchanged (ModSecurity 2). */
function replaceTargets(
  targets: readonly Target[],
  replaced: readonly Change[],
  changes: readonly Change[],
): readonly Target[] {
  const remaining = targets.filter((target) => !replaced.some((each) => isSame(target, each)));
  return remaining.length === targets.length ? targets : changeTargets(remaining, changes);
}

function isSame(target: Target, { mode, variable, selector }: Change): boolean {
  const source = targetKey(target);
  return source === targetKey({ mode: mode === 'count' ? mode : 'values', variable, selector });
}

function targetKey({ mode, variable, selector }: Omit<Target, 'except' | 'span'>): string {
  return `${mode} ${variable.name} ${selector.kind} ${lowerAscii(selectorText(selector))}`;
}

function selectorText(selector: Target['selector']): string {
  if (selector.kind === 'All') return '';
  return selector.kind === 'Key' ? selector.key : selector.source;
}

function withTargets(
  link: Link,
  change: (targets: readonly Target[], link: Link) => readonly Target[],
): Link {
  if (link.test === undefined) return link;
  return { ...link, test: { ...link.test, targets: change(link.test.targets, link) } };
}
