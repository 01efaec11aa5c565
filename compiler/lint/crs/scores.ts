/** Compares what rules add to the anomaly score with the severity and paranoia level that they state. */
import { severityWord } from '#engine/log/severity-word.ts';
import { literalText, macroSource } from '../../2-resolve/macro-text.ts';
import type { Link, Rule } from '../../2-resolve/ruleset.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import type { Span } from '../../source.ts';
import type { LintContext } from '../context.ts';
import { actionSpan } from '../locations.ts';
import { actionsNamed, crsRulesOf } from './crs-rules.ts';
import { paranoiaLevels } from './paranoia-levels.ts';
import * as problem from './problems.ts';

/** Checks that a rule adds the score of its severity: critical_anomaly_score for CRITICAL, and so on. */
export function lintSeverities({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of crsRulesOf(ruleSet)) {
    const { severity } = rule.metadata;
    const word = severity === undefined ? undefined : severityWord(severity);
    for (const { value, span } of rule.links.flatMap(scoresOf)) {
      if (value.toLowerCase() === `%{tx.${word}_anomaly_score}`) continue;
      diagnostics.report(problem.severityMismatch(value, word), span);
    }
  }
}

/** Checks that tag and score state the paranoia level from which the rule runs. */
export function lintParanoia({ ruleSet, diagnostics }: LintContext): void {
  const levels = paranoiaLevels(ruleSet);
  for (const rule of crsRulesOf(ruleSet)) {
    const tags = paranoiaTags(rule.links[0]);
    const level = levels.get(rule) ?? tags[0]?.level;
    if (level === undefined) continue;
    for (const { what, level: stated, span } of [...tags, ...rule.links.flatMap(scoresOf)]) {
      if (stated !== level) diagnostics.report(problem.paranoiaMismatch(what, level), span);
    }
    reportTag(rule, tags, level, diagnostics);
  }
}

/** Checks that a rule has a paranoia tag if, and only if, it logs. */
function reportTag(
  { links: [head], log, audit }: Rule,
  [tag]: readonly Claim[],
  level: number,
  diagnostics: Diagnostics,
): void {
  const isSeen = log || audit;
  if (isSeen && tag === undefined) {
    diagnostics.report(problem.missingParanoiaTag(level), actionSpan(head, 'id'));
  }
  if (!isSeen && tag !== undefined) diagnostics.report(problem.silentParanoiaTag(), tag.span);
}

/** A paranoia level that a part of a rule states. */
type Claim = { readonly what: string; readonly level: number; readonly span: Span };

function paranoiaTags(link: Link): readonly Claim[] {
  return actionsNamed(link, 'tag').flatMap(({ argument, span }) => {
    const [tag, level] = /^paranoia-level\/(\d)$/.exec(argument?.text ?? '') ?? [];
    return tag === undefined ? [] : [{ what: `The tag ${tag}`, level: Number(level), span }];
  });
}

/** `value` is the added value as written, except for the case of variable names. */
type Score = Claim & { readonly value: string };

/** Returns scores such as `setvar:tx.inbound_anomaly_score_pl1=+%{tx.critical_anomaly_score}`. */
function scoresOf(link: Link): readonly Score[] {
  return link.effects.flatMap((effect) => {
    if (effect.kind !== 'SetVariable' || effect.operation !== 'add') return [];
    const name = literalText(effect.name)?.toLowerCase() ?? '';
    const [, level] = /_anomaly_score_pl(\d)$/.exec(name) ?? [];
    if (effect.collection !== 'TX' || level === undefined) return [];
    const value = macroSource(effect.value).replace('%{TX.', '%{tx.');
    return [{ what: `The score tx.${name}`, level: Number(level), value, span: effect.span }];
  });
}
