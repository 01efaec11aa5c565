/** Formats the result of tuning as text and as JSON. */
import { countNoun } from '#compiler/count-noun.ts';
import { proposalBlocks, type WeakenedClass } from './attack-class.ts';
import type { Hit } from './find-hits.ts';
import { alarmCount, clientCount, type Group, pathsOf, requestCount } from './group-hits.ts';
import type { Decision, Exclusion, Proposal } from './propose.ts';
import { shown } from './quote.ts';
import type { Tuning } from './tune.ts';
import type { Opening } from './verify.ts';
import { evidence } from './write-exclusions.ts';

/** `written` means that the files are on disk, so that their text is not repeated. */
export function formatTuning(tuning: Tuning, written: boolean): string {
  const { proposals, findings, effect, hints, weakened, opening } = tuning;
  const emitted = proposals.filter(({ decision }) => decision.kind !== 'Withheld');
  return [
    `${countNoun(proposals.length, 'proposal')}, ${emitted.length} emitted`,
    ...proposalBlocks(proposals).flatMap(formatBlock),
    ...formatFiles(tuning, written),
    '',
    ...findings.map(({ message, code }) => `check: ${message} [${code}]`),
    `effect: ${effect.replayed - alarmCount(effect.remaining)} of ${countNoun(effect.replayed, 'false alarm')} would no longer occur (the logged requests ran again)`,
    ...effect.remaining.map((hit) => `  still occurs: ${hitName(hit)}`),
    ...(effect.untried === 0
      ? []
      : [`  ${effect.untried} could not be tried: the log contains too little of the request`]),
    ...hints.map((hint) => `hint: ${hint}`),
    ...weakened.map(weakenedLine),
    ...formatOpening(opening),
    '',
  ].join('\n');
}

/** Rules of one class with the same exclusion share one heading. */
function formatBlock(block: readonly Proposal[]): readonly string[] {
  const [first] = block;
  if (first === undefined || block.length === 1) return block.flatMap(formatProposal);
  const decision = `  ${decisionText(first.decision, first.group)}`;
  return [
    '',
    `${first.attackClass}: ${countNoun(block.length, 'rule')} at one target`,
    ...block.map(({ group }) => `  ${evidence(group)}`),
    decision,
  ];
}

function formatProposal({ group, decision }: Proposal): readonly string[] {
  return ['', evidence(group), `  ${decisionText(decision, group)}`];
}

function weakenedLine({ attackClass, target, where, excluded, rules }: WeakenedClass): string {
  const location = where === '' ? 'anywhere' : `where REQUEST_FILENAME is ${where}`;
  return `warning: ${excluded} of ${countNoun(rules, 'rule')} of ${attackClass} no longer inspect ${target} ${location}`;
}

export function decisionText(decision: Decision, group: Group): string {
  switch (decision.kind) {
    case 'Withheld':
      return `not emitted for ${pathsText(group)}: ${decision.reason}`;
    case 'OnPath':
      return `${excludedText(decision.what)} where REQUEST_FILENAME is ${decision.operator}`;
    case 'Everywhere':
      return `${excludedText(decision.what)} on all paths`;
  }
}

function excludedText(what: Exclusion): string {
  return what.kind === 'TargetOfTag' ? `excluded for all rules of ${what.tag}` : 'excluded';
}

function pathsText({ hits }: Group): string {
  const [first = '', ...others] = pathsOf(hits);
  return others.length === 0 ? shown(first) : `${shown(first)} and ${others.length} more`;
}

function formatFiles({ texts, paths, beforeEntry }: Tuning, written: boolean): readonly string[] {
  const show = (path: string, where: string, text: string): readonly string[] => {
    if (text === '') return [];
    return ['', `${path}: load it ${where}`, ...(written ? [] : ['', text.trimEnd()])];
  };
  return [
    ...show(paths.before, `before ${beforeEntry}`, texts.before),
    ...show(paths.after, 'after all rules', texts.after),
  ];
}

function formatOpening({ tests, testsRun, samples, samplesRun, attacks }: Opening): string[] {
  const lines = [
    ...(testsRun === 0 ? [] : [`tests: ${tests.length} of ${testsRun} fail that passed before`]),
    ...tests.map((id) => `  ${id}`),
    ...(samplesRun === 0
      ? []
      : [`samples: ${samples.length} of ${samplesRun} pass that were blocked before`]),
    ...samples.map((name) => `  ${shown(name)}`),
    ...attacks.map(
      ({ exclusion, blocked, passing }) =>
        `attacks of the rule's tests, sent there: ${passing} of ${blocked} pass - ${exclusion}`,
    ),
  ];
  return lines.length > 0
    ? lines
    : ['Give --ftw or --samples to see what the exclusions would let through.'];
}

function hitName({ ruleId, variable, key, paths: [path = ''] }: Hit): string {
  return `${ruleId} at ${variable}:${shown(key)} on ${shown(path)}`;
}

/** Texts are bytes, so they are escaped as in the text report. */
export function tuningJson(tuning: Tuning): string {
  const { proposals, texts, paths, beforeEntry, findings, effect, hints, weakened, opening } =
    tuning;
  const document = {
    schemaVersion: 1,
    proposals: proposals.map(({ group, attackClass, decision }) => ({
      ruleId: group.ruleId,
      attackClass,
      variable: group.variable,
      keys: group.keys.map(shown),
      paths: pathsOf(group.hits).map(shown),
      requests: requestCount(group),
      clients: clientCount(group),
      sample: shown(group.hits[0]?.value ?? ''),
      decision,
    })),
    files: [
      { path: paths.before, place: `before ${beforeEntry}`, text: texts.before },
      { path: paths.after, place: 'after all rules', text: texts.after },
    ].filter(({ text }) => text !== ''),
    findings: findings.map(({ code, message }) => ({ code, message })),
    effect: { ...effect, remaining: effect.remaining.map(hitName) },
    hints,
    weakened,
    opening,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
