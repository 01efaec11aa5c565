/** Resolves `ctl:NAME=VALUE` (manual: ctl). Names are compared without case. */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import {
  type ControlName,
  controls,
  ignoredControls,
  refusedControls,
} from '../language/controls.ts';
import { cut } from './cut-text.ts';
import * as nameProblem from './name-problems.ts';
import * as problem from './problems.ts';
import { parseNumber } from './resolve-metadata.ts';
import { resolveRegex } from './resolve-regex.ts';
import { resolveVariable } from './resolve-targets.ts';
import { parseRuleRanges } from './rule-ranges.ts';
import type {
  Control,
  EffectOfAction,
  Exclusion,
  RuleSelection,
  SwitchControl,
} from './ruleset.ts';

/**
 * Reads the value of an option. Returns a string that says which value the option takes when it is wrong, and undefined
 * when the error is already reported.
 */
type Reader = (value: ast.Text, diagnostics: Diagnostics) => Control | string | undefined;

const GIB = 1 << 30;

const readers: Readonly<Record<ControlName, Reader>> = {
  ruleEngine: readRuleEngine,
  auditEngine: readAuditEngine,
  auditLogParts: readAuditLogParts,
  debugLogLevel: readDebugLogLevel,
  requestBodyProcessor: (value) => readProcessor('RequestBodyProcessor', value),
  responseBodyProcessor: (value) => readProcessor('ResponseBodyProcessor', value),
  requestBodyAccess: (value) => readSwitch('RequestBodyAccess', value),
  responseBodyAccess: (value) => readSwitch('ResponseBodyAccess', value),
  forceRequestBodyVariable: (value) => readSwitch('ForceRequestBodyVariable', value),
  forceResponseBodyVariable: (value) => readSwitch('ForceResponseBodyVariable', value),
  requestBodyLimit: (value) => readLimit('RequestBodyLimit', value),
  responseBodyLimit: (value) => readLimit('ResponseBodyLimit', value),
  ruleRemoveById: (value, diagnostics) => readRemoveRules('Id', value, diagnostics),
  ruleRemoveByTag: (value, diagnostics) => readRemoveRules('Tag', value, diagnostics),
  ruleRemoveByMsg: (value, diagnostics) => readRemoveRules('Msg', value, diagnostics),
  ruleRemoveTargetById: (value, diagnostics) => readRemoveTarget('Id', value, diagnostics),
  ruleRemoveTargetByTag: (value, diagnostics) => readRemoveTarget('Tag', value, diagnostics),
  ruleRemoveTargetByMsg: (value, diagnostics) => readRemoveTarget('Msg', value, diagnostics),
};

const byLowerName: ReadonlyMap<string, Reader> = new Map(
  Object.entries(readers).map(([name, reader]) => [name.toLowerCase(), reader]),
);

/** Returns the effect, or undefined after a report. */
export function resolveControl(
  text: ast.Text,
  diagnostics: Diagnostics,
): EffectOfAction | undefined {
  const [name, value] = cut(text, '=');
  const lower = trimSpace(name.text).toLowerCase();
  if (ignoredControls.has(lower)) {
    diagnostics.report(problem.ignoredControl(name.text), name.span);
    return undefined;
  }
  const reader = byLowerName.get(lower);
  if (reader === undefined) {
    const [, option = '', written = ''] = /^(\w+):(.*)$/s.exec(name.text) ?? [];
    if (value === undefined && byLowerName.has(option.toLowerCase())) {
      const found = nameProblem.miswrittenControl(name.text, `${option}=${written}`);
      diagnostics.report(found, name.span);
      return undefined;
    }
    const why = refusedControls.get(lower)?.why;
    diagnostics.report(
      why === undefined
        ? nameProblem.unknownControl(name.text, controls.keys())
        : nameProblem.refusedControl(name.text, why),
      name.span,
    );
    return undefined;
  }
  const control = value === undefined ? 'NAME=VALUE' : reader(value, diagnostics);
  if (control === undefined) return undefined;
  if (typeof control !== 'string') return { kind: 'Control', control };
  diagnostics.report(problem.badControlArgument(name.text, control, value?.text), text.span);
  return undefined;
}

function readRuleEngine(value: ast.Text): Control | string {
  const mode = choose(value, ['On', 'Off', 'DetectionOnly'] as const);
  return mode === undefined ? 'On, Off or DetectionOnly' : { kind: 'RuleEngine', mode };
}

function readAuditEngine(value: ast.Text): Control | string {
  const mode = choose(value, ['On', 'Off', 'RelevantOnly'] as const);
  return mode === undefined ? 'On, Off or RelevantOnly' : { kind: 'AuditEngine', mode };
}

function choose<Choice extends string>(
  value: ast.Text,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice.toLowerCase() === value.text.toLowerCase());
}

function readAuditLogParts(value: ast.Text): Control | string {
  const [, sign, parts] = /^([+-]?)([A-KZ]+)$/.exec(value.text) ?? [];
  if (sign === undefined || parts === undefined) return 'part letters, +LETTERS or -LETTERS';
  return { kind: 'AuditLogParts', change: changeOf(sign), parts };
}

function changeOf(sign: string): 'set' | 'add' | 'remove' {
  if (sign === '+') return 'add';
  return sign === '-' ? 'remove' : 'set';
}

function readDebugLogLevel(value: ast.Text): Control | string {
  const level = parseNumber(value.text, 0, 9);
  return level === undefined ? 'a level from 0 to 9' : { kind: 'DebugLogLevel', level };
}

function readProcessor(
  kind: 'RequestBodyProcessor' | 'ResponseBodyProcessor',
  value: ast.Text,
): Control | string {
  const processor = value.text.toUpperCase();
  const known = ['URLENCODED', 'MULTIPART', 'JSON', 'XML', 'RAW'];
  return known.includes(processor) ? { kind, processor } : `one of ${known.join(', ')}`;
}

function readSwitch(kind: SwitchControl, value: ast.Text): Control | string {
  const choice = choose(value, ['On', 'Off'] as const);
  return choice === undefined ? 'On or Off' : { kind, on: choice === 'On' };
}

function readLimit(
  kind: 'RequestBodyLimit' | 'ResponseBodyLimit',
  value: ast.Text,
): Control | string {
  const bytes = parseNumber(value.text, 1, GIB);
  return bytes === undefined ? `a number of bytes from 1 to ${GIB}` : { kind, bytes };
}

function readRemoveRules(
  by: ast.RuleSelection,
  value: ast.Text,
  diagnostics: Diagnostics,
): Control | undefined {
  const rules = resolveSelection(by, [value], diagnostics);
  return rules && { kind: 'RemoveRules', rules };
}

function readRemoveTarget(
  by: ast.RuleSelection,
  value: ast.Text,
  diagnostics: Diagnostics,
): Control | string | undefined {
  const [left, right] = cut(value, ';');
  if (right === undefined) return 'RULES;VARIABLE or RULES;VARIABLE:KEY';
  const rules = resolveSelection(by, [left], diagnostics);
  const [name, key] = cut(right, ':');
  const variable = resolveVariable({ ...name, text: trimSpace(name.text) }, diagnostics);
  const selector = key === undefined ? allKeys : resolveKey(key, name.text, diagnostics);
  if (rules === undefined || variable === undefined || selector === undefined) return undefined;
  return { kind: 'RemoveTarget', rules, variable, selector };
}

const allKeys: Exclusion = { kind: 'All' };

/** Resolves `name` or `/regex/`. */
function resolveKey(
  key: ast.Text,
  variable: string,
  diagnostics: Diagnostics,
): Exclusion | undefined {
  const text = trimSpace(key.text);
  if (text === '//') {
    const meaning = 'this excludes only the member that is named //';
    diagnostics.report(problem.emptyPattern(trimSpace(variable), meaning), key.span);
  }
  if (!/^\/.+\/$/.test(text)) return { kind: 'Key', key: text };
  const from = key.text.indexOf('/') + 1;
  const pattern = { text: text.slice(1, -1), span: { ...key.span, start: key.span.start + from } };
  const compiled = resolveRegex(pattern, diagnostics, { ignoreCase: true });
  return compiled && { kind: 'Pattern', source: pattern.text, code: compiled.code };
}

/** Returns the rules that a directive or a ctl selects, or undefined after a report. */
export function resolveSelection(
  by: ast.RuleSelection,
  values: readonly ast.Text[],
  diagnostics: Diagnostics,
): RuleSelection | undefined {
  const text = values.map((value) => value.text).join(' ');
  if (by === 'Tag') return { kind: 'Tag', tag: text };
  if (by === 'Msg') return { kind: 'Msg', message: text };
  const ranges = values.flatMap((value) => parseRuleRanges(value, diagnostics));
  // An empty list is reported later, because no rule matches it.
  const isReported = ranges.length === 0 && trimSpace(text) !== '';
  return isReported ? undefined : { kind: 'Ids', ranges };
}
