/** Formats a difference as text and as JSON. */
import { countNoun } from '#compiler/count-noun.ts';
import type { Observation } from '../../replay/observe.ts';
import {
  type BehaviourChange,
  type Difference,
  type FactChange,
  isSame,
  type LabelChange,
  type RuleChange,
  type RuleName,
} from './compare.ts';
import { hunkLines } from './format-hunks.ts';
import { longChange } from './long-change.ts';
import { LABELS } from './rule-facts.ts';

/** The number of items and ids of long lists in the text; the JSON has all. */
const SHOWN = 20;
const LONG = 200;

type Paint = (line: string) => string;

/** Returns the text as bytes, because rules may contain any. */
export function formatDifference(difference: Difference, coloured: boolean): string {
  const { added, removed, changed, settings, behaviour } = difference;
  const paint: Paint = coloured ? paintLine : (line) => line;
  const lines = [
    ...settings.flatMap((change) => [`setting ${change.name}`, ...factLines(change, '  ')]),
    ...removed.map((rule) => `- ${ruleLine(rule)}`),
    ...added.map((rule) => `+ ${ruleLine(rule)}`),
    ...changed.flatMap(changeLines),
    ...summaries(difference),
    ...behaviour.flatMap(behaviourLines),
  ];
  return [...lines.map(paint), countLine(difference), ''].join('\n');
}

function paintLine(line: string): string {
  const sign = line.trimStart()[0];
  if (sign === '-') return `\x1b[31m${line}\x1b[0m`;
  return sign === '+' ? `\x1b[32m${line}\x1b[0m` : line;
}

function ruleLine({ id, location, message }: RuleName): string {
  return `rule ${id} (${location})${message === '' ? '' : ` ${message}`}`;
}

function changeLines(change: RuleChange): readonly string[] {
  return [
    `~ ${ruleLine(change)}`,
    ...change.facts
      .filter(({ name }) => !LABELS.has(name))
      .flatMap((fact) => [`  ${fact.name}`, ...factLines(fact, '    ')]),
  ];
}

function factLines({ removed, added }: FactChange, indent: string): readonly string[] {
  const long = longChange(removed, added);
  if (long !== undefined) return hunkLines(long, indent);
  if (removed.length + added.length === 0) return [`${indent}in another order`];
  return [...itemLines('-', removed, indent), ...itemLines('+', added, indent)];
}

function itemLines(sign: string, items: readonly string[], indent: string): readonly string[] {
  const shown = items.slice(0, SHOWN).map((item) => `${indent}${sign} ${cut(item)}`);
  return items.length > SHOWN
    ? [...shown, `${indent}${sign} and ${items.length - SHOWN} more`]
    : shown;
}

function cut(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > LONG ? `${line.slice(0, LONG)}...` : line;
}

function summaries(difference: Difference): readonly string[] {
  const { labels, activated, deactivated, reordered } = difference;
  return [
    ...labels.map(labelLine),
    ...idLine('compiled away before, in force now', activated),
    ...idLine('in force before, compiled away now', deactivated),
    ...(reordered === undefined ? [] : [`the order of rules differs from rule ${reordered} on`]),
  ];
}

function labelLine({ name, before, after, rules, otherwiseSame }: LabelChange): string {
  const change = `${name} ${before || 'none'} -> ${after || 'none'} in ${countNoun(rules, 'rule')}`;
  return otherwiseSame === rules
    ? `${change}: nothing else differs there`
    : `${change}: nothing else differs in ${otherwiseSame} of them`;
}

function idLine(title: string, ids: readonly number[]): readonly string[] {
  if (ids.length === 0) return [];
  const more = ids.length > SHOWN ? `, and ${ids.length - SHOWN} more` : '';
  return [`${title} (${ids.length}): ${ids.slice(0, SHOWN).join(', ')}${more}`];
}

function behaviourLines({ name, before, after }: BehaviourChange): readonly string[] {
  const gone = before.ids.filter((id) => !after.ids.includes(id));
  const come = after.ids.filter((id) => !before.ids.includes(id));
  return [
    `request ${name}`,
    ...(headOf(before) === headOf(after) ? [] : [`  - ${headOf(before)}`, `  + ${headOf(after)}`]),
    ...(gone.length === 0 ? [] : [`  - ${gone.join(', ')}`]),
    ...(come.length === 0 ? [] : [`  + ${come.join(', ')}`]),
  ];
}

function headOf({ verdict, scores: [inbound, outbound] }: Observation): string {
  return [
    verdict,
    ...(inbound === '' ? [] : [`inbound score ${inbound}`]),
    ...(outbound === '' ? [] : [`outbound score ${outbound}`]),
  ].join(', ');
}

function countLine(difference: Difference): string {
  if (isSame(difference)) return 'no difference';
  const { added, removed, changed, settings, behaviour, probes } = difference;
  const rules = `rules: ${added.length} added, ${removed.length} removed, ${changed.length} changed`;
  const requests = probes === 0 ? '' : `; requests: ${behaviour.length} of ${probes} changed`;
  return `${rules}; settings: ${settings.length} changed${requests}`;
}

export function differenceJson(difference: Difference): string {
  return `${JSON.stringify({ schemaVersion: 1, same: isSame(difference), ...difference }, undefined, 2)}\n`;
}
