/** Writes proposals as SecLang: one file to load before the rules and one to load after them. */
import { countNoun } from '#compiler/count-noun.ts';
import { clientCount, type Group, requestCount } from './group-hits.ts';
import type { Exclusion, Proposal } from './propose.ts';
import { shown } from './quote.ts';

export type ExclusionFiles = {
  /** Run-time exclusions; "" when there are none. */
  readonly before: string;
  /** Load-time exclusions; "" when there are none. */
  readonly after: string;
};

/** Writes the files. Ids start at `firstId`, one for each path. */
export function writeExclusions(proposals: readonly Proposal[], firstId: number): ExclusionFiles {
  const byPath = new Map<string, Proposal[]>();
  /** The comments of each directive. */
  const after = new Map<string, readonly string[]>();
  for (const proposal of proposals) {
    const { decision, group } = proposal;
    if (decision.kind === 'OnPath') {
      const others = byPath.get(decision.operator);
      if (others === undefined) byPath.set(decision.operator, [proposal]);
      else others.push(proposal);
    } else if (decision.kind === 'Everywhere') {
      const directive = updateDirective(group.ruleId, decision.what);
      after.set(directive, [...(after.get(directive) ?? []), comment(group)]);
    }
  }
  const before = [...byPath].map(([operator, list], index) =>
    ruleText(operator, list, firstId + index),
  );
  return {
    before: fileText('before', before),
    after: fileText(
      'after',
      [...after].map(([directive, comments]) => `${[...comments, directive].join('\n')}\n`),
    ),
  };
}

/** Returns the number of ids that the exclusions need. */
export function idsNeeded(proposals: readonly Proposal[]): number {
  return new Set(
    proposals.flatMap(({ decision }) => (decision.kind === 'OnPath' ? [decision.operator] : [])),
  ).size;
}

/** docs/spec/seclang-evaluation.md#exclusions */
const EXPRESSIONS =
  '# Names between slashes are regular expressions: ModSecurity 3 does not support them in ctl.\n';

function fileText(where: 'before' | 'after', parts: readonly string[]): string {
  if (parts.length === 0) return '';
  const head = `# Exclusions proposed by portcullis tune. Load this file ${where} the rules.\n`;
  const body = parts.join('\n');
  return [head, ...(/:\/\^/.test(body) ? [EXPRESSIONS] : []), body].join('\n');
}

function ruleText(operator: string, proposals: readonly Proposal[], id: number): string {
  const controls = proposals.flatMap(({ group, decision }) =>
    decision.kind === 'OnPath' ? [control(group.ruleId, decision.what)] : [],
  );
  const actions = [`id:${id}`, 'phase:1', 'pass', 'nolog', 't:none', ...new Set(controls)];
  return [
    ...proposals.map(({ group }) => comment(group)),
    `SecRule REQUEST_FILENAME "${operator}" \\`,
    `    "${actions.join(',\\\n    ')}"`,
    '',
  ].join('\n');
}

function control(ruleId: number, what: Exclusion): string {
  switch (what.kind) {
    case 'Rule':
      return `ctl:ruleRemoveById=${ruleId}`;
    case 'Target':
      return `ctl:ruleRemoveTargetById=${ruleId};${what.target}`;
    case 'TargetOfTag':
      return `ctl:ruleRemoveTargetByTag=${what.tag};${what.target}`;
  }
}

function updateDirective(ruleId: number, what: Exclusion): string {
  switch (what.kind) {
    case 'Rule':
      return `SecRuleRemoveById ${ruleId}`;
    case 'Target':
      return `SecRuleUpdateTargetById ${ruleId} "!${what.target}"`;
    case 'TargetOfTag':
      return `SecRuleUpdateTargetByTag "${what.tag}" "!${what.target}"`;
  }
}

/**
 * Returns a comment that ends in a quote, because a backslash at its end would continue it on the next line
 * (ModSecurity).
 */
function comment(group: Group): string {
  return `# ${evidence(group)}`;
}

/** Returns text such as `942100 at ARGS:q, 12 requests of 4 clients, such as "1' or"`. */
export function evidence(group: Group): string {
  const { ruleId, variable, keys, hits } = group;
  const [{ value } = { value: '' }] = hits;
  const name = variable === undefined ? '?' : targetName(variable, keys);
  return [
    `${ruleId} at ${name}`,
    `${countNoun(requestCount(group), 'request')} of ${countNoun(clientCount(group), 'client')}`,
    `such as "${shown(value)}"`,
  ].join(', ');
}

function targetName(variable: string, keys: readonly string[]): string {
  const [key = '', ...others] = keys;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return key === '' ? variable : `${variable}:${shown(key)}${more}`;
}
