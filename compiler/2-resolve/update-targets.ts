/** Applies SecRuleUpdateTargetBy*: exclusions, additions and replacements. */
import { lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Entries, update, withLink } from './apply-updates.ts';
import * as problem from './problems.ts';
import { exclude, resolveTarget } from './resolve-targets.ts';
import type { Link, Rule, Target } from './ruleset.ts';

type Change = Omit<Target, 'mode' | 'except'> & { readonly mode: ast.Target['mode'] };

/** Applies the update to the first rule of a chain, which has the id, or to the link at an offset. */
export function applyTargetUpdate(
  entries: Entries,
  directive: ast.SecRuleUpdateTarget,
  diagnostics: Diagnostics,
): Entries {
  const changes = resolveChanges(directive.targets, diagnostics);
  const replaced = directive.replaced && resolveChanges(directive.replaced, diagnostics);
  const reaches = replaced === undefined ? namesAny : isSame;
  const missed = new Set(replaced ?? changes.filter(({ mode }) => mode === 'exclude'));
  const rewrite = (rule: Rule, offset: number): Rule => {
    const change = (targets: readonly Target[]): readonly Target[] => {
      for (const each of missed) {
        if (targets.some((target) => reaches(target, each))) missed.delete(each);
      }
      return replaced === undefined
        ? changeTargets(targets, changes)
        : replaceTargets(targets, replaced, changes);
    };
    return withLink(rule, offset, (link) => withTargets(link, change));
  };
  const updated = update(entries, directive, rewrite, diagnostics);
  const isSelected = updated.some((entry, index) => entry !== entries[index]);
  for (const { variable, span } of isSelected ? missed : []) {
    diagnostics.report(problem.strayUpdate(variable.name), span);
  }
  return updated;
}

function resolveChanges(
  written: readonly ast.Target[],
  diagnostics: Diagnostics,
): readonly Change[] {
  return written.flatMap((target) => {
    const resolved = resolveTarget(target, diagnostics);
    return resolved === undefined ? [] : [{ ...resolved, mode: target.mode, span: target.span }];
  });
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

function withTargets(link: Link, change: (targets: readonly Target[]) => readonly Target[]): Link {
  if (link.test === undefined) return link;
  return { ...link, test: { ...link.test, targets: change(link.test.targets) } };
}
