/** Actions that decide what a match stores and logs, and which rules follow it. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ActionList, ApplyAction } from './action-list.ts';
import * as problem from './problems.ts';
import { parseNumber } from './resolve-metadata.ts';

export const flowActions = {
  auditlog: (list) => {
    list.audit = true;
  },
  capture: (list) => {
    list.capture = true;
  },
  chain: (list, _text, _diagnostics, action) => {
    list.chain = action;
  },
  log: (list) => {
    list.log = true;
    list.audit = true;
  },
  multiMatch: (list) => {
    list.multiMatch = true;
  },
  noauditlog: (list) => {
    list.audit = false;
  },
  nolog: (list) => {
    list.log = false;
    list.audit = false;
  },
  skip: applySkip,
  skipAfter: (list, { text, span }, _diagnostics, action) => {
    list.skip = { value: { kind: 'After', label: text, span: action.span }, span };
  },
  status: applyStatus,
  xmlns: applyNamespace,
} satisfies Readonly<Record<string, ApplyAction>>;

function applySkip(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const rules = parseNumber(text.text, 1, 1_000_000);
  if (rules !== undefined) list.skip = { value: { kind: 'Count', rules }, span: text.span };
  else diagnostics.report(problem.badActionArgument('skip', 'a number of rules'), text.span);
}

function applyStatus(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const status = parseNumber(text.text, 200, 599);
  if (status !== undefined) list.status = status;
  else diagnostics.report(problem.ignoredValue('status', 'a status from 200 to 599'), text.span);
}

/** Applies `xmlns:prefix=URI`; the URI may be in quotes. */
function applyNamespace(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const [, prefix = '', uri = ''] = /^([A-Za-z_][\w.-]*)=["']?([^"']+)["']?$/.exec(text.text) ?? [];
  if (uri !== '') list.namespaces.set(prefix, uri);
  else diagnostics.report(problem.badActionArgument('xmlns', 'PREFIX=URI'), text.span);
}
