/** Actions that describe a rule: id, phase, severity and others. */
import { parseSeverity } from '#engine/log/severity-word.ts';
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ActionList, ApplyAction } from './action-list.ts';
import * as problem from './problems.ts';
import { resolveMacro } from './resolve-macro.ts';
import { MAX_ID, parseNumber, parsePhase } from './resolve-metadata.ts';
import type { Metadata } from './ruleset.ts';

export const metadataActions = {
  accuracy: level('accuracy'),
  id: applyId,
  logdata: (list, text, diagnostics) => set(list, { logdata: resolveMacro(text, diagnostics) }),
  maturity: level('maturity'),
  msg: (list, text, diagnostics) => set(list, { message: resolveMacro(text, diagnostics) }),
  phase: applyPhase,
  rev: (list, { text }) => set(list, { rev: text }),
  severity: applySeverity,
  tag: (list, { text }) => set(list, { tags: [...list.metadata.tags, text] }),
  ver: (list, { text }) => set(list, { ver: text }),
} satisfies Readonly<Record<string, ApplyAction>>;

function set(list: ActionList, change: Partial<Metadata>): void {
  list.metadata = { ...list.metadata, ...change };
}

function applyId(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const value = parseNumber(text.text, 1, MAX_ID);
  if (value !== undefined) list.id = { value, span: text.span };
  else {
    const expected = `a number from 1 to ${MAX_ID}`;
    diagnostics.report(problem.badActionArgument('id', expected, text.text), text.span);
  }
}

function applyPhase(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const phase = parsePhase(text.text);
  if (phase !== undefined) list.phase = phase;
  else {
    const expected = '1 to 5, request, response or logging';
    diagnostics.report(problem.badActionArgument('phase', expected, text.text), text.span);
  }
}

function applySeverity(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const severity = parseSeverity(text.text);
  if (severity !== undefined) set(list, { severity });
  else {
    const expected = '0 to 7 or a name such as CRITICAL';
    diagnostics.report(problem.ignoredValue('severity', expected, text.text), text.span);
  }
}

function level(name: 'accuracy' | 'maturity'): ApplyAction {
  return (list, text, diagnostics) => {
    const value = parseNumber(text.text, 1, 9);
    if (value !== undefined) set(list, { [name]: value });
    else {
      const expected = 'a number from 1 to 9';
      diagnostics.report(problem.ignoredValue(name, expected, text.text), text.span);
    }
  };
}
