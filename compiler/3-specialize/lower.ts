/**
 * Lowers a RuleSet to the first Program: splits phases, numbers rules, and resolves ctl to rule indexes. This pass is
 * required.
 */
import type { Manifest } from '#engine/host/compiled-waf.ts';
import type { DisruptiveKind, RuleInfo } from '#engine/host/rule-info.ts';
import type { RuleRange } from '#engine/transaction/rule-index-set.ts';
import type * as resolved from '../2-resolve/ruleset.ts';
import { selects } from '../2-resolve/selects.ts';
import { memoizeByObject } from '../memoize.ts';
import { positionOf } from '../source.ts';
import { expandRuleMacros } from './expand-rule-macros.ts';
import { mapArgument, mapDisruptive, mapEffect } from './map-macros.ts';
import type { Effect, Link, PhaseProgram, Program, Rule, Step } from './program.ts';

const TRACE_LEVEL = 9;
const PHASES: readonly resolved.Phase[] = [1, 2, 3, 4, 5];

/** Lowers the rule set. The counts in `manifest` are filled in at the end of specialisation. */
export function lower(ruleSet: resolved.RuleSet, manifest: Manifest): Program {
  return { ...lowered(ruleSet), manifest };
}

/** Memoised, because `check` examines both the plain and the folded program. */
const lowered = memoizeByObject((ruleSet: resolved.RuleSet): Omit<Program, 'manifest'> => {
  const rules = ruleSet.entries.filter((entry) => entry.kind === 'Rule');
  const indexes = new Map(rules.map((rule, ruleIndex) => [rule, ruleIndex]));
  const steps = ruleSet.entries.map((entry) =>
    entry.kind === 'Marker' ? entry : lowerRule(entry, rules, indexes),
  );
  return {
    settings: ruleSet.settings,
    phases: PHASES.map((phase) => splitPhase(phase, ruleSet, steps)),
    folded: [],
    removals: [],
    sharing: 'PerRule',
    traced: isTraced(ruleSet),
    matching: 'Backtracking',
    clauses: [],
    txRegisters: [],
  };
});

/** Returns whether the profile sets debug log level 9, or a rule sets it for its transaction. */
function isTraced({ settings, entries }: resolved.RuleSet): boolean {
  if (settings.debugLogLevel === TRACE_LEVEL) return true;
  const effects = entries.flatMap((entry) =>
    entry.kind === 'Rule' ? entry.links.flatMap((link) => link.effects) : [],
  );
  return effects.some(
    (effect) =>
      effect.kind === 'Control' &&
      effect.control.kind === 'DebugLogLevel' &&
      effect.control.level === TRACE_LEVEL,
  );
}

/** Returns one phase. Markers belong to every phase; `skip:n` becomes a skip to a marker after the n-th next rule. */
function splitPhase(
  phase: resolved.Phase,
  ruleSet: resolved.RuleSet,
  lowered: readonly (resolved.Marker | Rule)[],
): PhaseProgram {
  const steps: Step[] = [];
  const skips: CountedSkip[] = [];
  const taken = new Set(
    ruleSet.entries.map((entry) => (entry.kind === 'Marker' ? entry.label : '')),
  );
  ruleSet.entries.forEach((entry, index) => {
    const step = lowered[index];
    if (step?.kind === 'Marker') steps.push({ kind: 'Marker', label: step.label });
    if (step?.kind !== 'Rule' || entry.kind !== 'Rule' || entry.phase !== phase) return;
    const count = entry.skip?.kind === 'Count' ? entry.skip.rules : undefined;
    const skip = count === undefined ? undefined : countedSkip(step, count, taken);
    steps.push(skip === undefined ? step : { ...step, skipTo: skip.label });
    steps.push(...landings(skips));
    if (skip !== undefined) skips.push(skip);
  });
  const open = skips.filter((skip) => skip.left > 0);
  return { phase, steps: [...steps, ...open.map(landing)] };
}

type CountedSkip = { readonly label: string; left: number };

/** `taken`: the labels of SecMarkers, which may be any text. */
function countedSkip({ ruleIndex }: Rule, rules: number, taken: ReadonlySet<string>): CountedSkip {
  let label = `skip ${ruleIndex}`;
  while (taken.has(label)) label += ' more';
  return { label, left: rules };
}

/** Counts one more rule and returns markers for the skips that end after it. */
function landings(skips: readonly CountedSkip[]): readonly Step[] {
  for (const skip of skips) skip.left -= 1;
  return skips.filter((skip) => skip.left === 0).map(landing);
}

function landing({ label }: CountedSkip): Step {
  return { kind: 'Marker', label };
}

function lowerRule(
  rule: resolved.Rule,
  rules: readonly resolved.Rule[],
  indexes: ReadonlyMap<resolved.Rule, number>,
): Rule {
  const expand = (macro: resolved.Macro): resolved.Macro => expandRuleMacros(macro, rule);
  const { message, logdata } = rule.metadata;
  const ruleIndex = indexes.get(rule) ?? 0;
  return {
    kind: 'Rule',
    ruleIndex,
    info: ruleInfo(rule),
    clause: undefined,
    links: rule.links.map(
      (link): Link => ({
        test: link.test && {
          ...link.test,
          argument: mapArgument(link.test.argument, expand),
          clause: undefined,
          needs: [],
        },
        effects: link.effects.map((effect) => lowerEffect(effect, expand, rules)),
        message: link.message && expand(link.message),
        logdata: link.logdata && expand(link.logdata),
      }),
    ),
    message: message && expand(message),
    logdata: logdata && expand(logdata),
    texts: readsRule(rule)
      ? { message: message && expand(message), logdata: logdata && expand(logdata) }
      : undefined,
    disruptive: rule.disruptive && mapDisruptive(rule.disruptive, expand),
    skipTo: rule.skip?.kind === 'After' ? rule.skip.label : undefined,
    condition: {
      removable: true,
      excludable: true,
      removedBy: [],
      required: false,
      fixedTargets: false,
    },
  };
}

function readsRule({ links }: resolved.Rule): boolean {
  return links.some(({ test }) => test?.targets.some(({ variable }) => variable.name === 'RULE'));
}

function ruleInfo(rule: resolved.Rule): RuleInfo {
  const { rev, ver, severity, maturity, accuracy, tags } = rule.metadata;
  const disruptive: DisruptiveKind | undefined = rule.disruptive?.kind;
  return {
    id: rule.id,
    phase: rule.phase,
    file: rule.span.source.path,
    line: positionOf(rule.span).line,
    rev,
    ver,
    severity,
    maturity,
    accuracy,
    tags,
    disruptive,
    log: rule.log,
    audit: rule.audit,
  };
}

function lowerEffect(
  effect: resolved.Effect,
  expand: (macro: resolved.Macro) => resolved.Macro,
  rules: readonly resolved.Rule[],
): Effect {
  if (effect.kind !== 'Control') return mapEffect(effect, expand);
  const { control, span } = effect;
  switch (control.kind) {
    case 'RemoveRules':
      return { kind: 'RemoveRules', rules: ruleIndexesOf(control.rules, rules), span };
    case 'RemoveTarget': {
      const { variable, selector } = control;
      return {
        kind: 'RemoveTarget',
        rules: ruleIndexesOf(control.rules, rules),
        variable,
        selector,
        span,
      };
    }
    default:
      return { kind: 'Control', control, span };
  }
}

/** Returns the selected rules as ranges of rule indexes. */
function ruleIndexesOf(
  selection: resolved.RuleSelection,
  rules: readonly resolved.Rule[],
): readonly RuleRange[] {
  const ranges: [from: number, to: number][] = [];
  rules.forEach((rule, ruleIndex) => {
    if (!selects(selection, rule)) return;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === ruleIndex - 1) last[1] = ruleIndex;
    else ranges.push([ruleIndex, ruleIndex]);
  });
  return ranges;
}
