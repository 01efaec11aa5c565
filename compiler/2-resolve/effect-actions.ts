/** Resolves actions that run at every match: setvar, ctl and others (manual: non-disruptive actions). */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type * as ast from '../1-parse/ast.ts';
import { subText } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ApplyAction } from './action-list.ts';
import { cut } from './cut-text.ts';
import * as problem from './problems.ts';
import { resolveControl } from './resolve-control.ts';
import { resolveMacro } from './resolve-macro.ts';
import type { EffectOfAction, Macro, WritableCollection } from './ruleset.ts';

const collections: ReadonlyMap<string, WritableCollection> = new Map<string, WritableCollection>([
  ['TX', 'TX'],
  ['GLOBAL', 'GLOBAL'],
  ['IP', 'IP'],
  ['RESOURCE', 'RESOURCE'],
  ['SESSION', 'SESSION'],
  ['USER', 'USER'],
]);

export const effectActions = {
  ctl: effect(resolveControl),
  deprecatevar: effect(resolveDeprecatevar),
  expirevar: effect(resolveExpirevar),
  initcol: effect(resolveInitcol),
  setenv: effect(resolveSetenv),
  setrsc: effect((text, diagnostics) => initCollection('RESOURCE', text, diagnostics)),
  setsid: effect((text, diagnostics) => initCollection('SESSION', text, diagnostics)),
  setuid: effect((text, diagnostics) => initCollection('USER', text, diagnostics)),
  setvar: effect(resolveSetvar),
} satisfies Readonly<Record<string, ApplyAction>>;

/** `read` returns the effect, or undefined after a report. */
function effect(
  read: (text: ast.Text, diagnostics: Diagnostics) => EffectOfAction | undefined,
): ApplyAction {
  return (list, text, diagnostics, { span }) => {
    const found = read(text, diagnostics);
    if (found !== undefined) list.effects.push({ ...found, span });
  };
}

type Variable = { readonly collection: WritableCollection; readonly name: Macro };

/** Resolves `tx.name`. The collection must be a known one; the name may contain macros. */
function resolveWritable(
  action: string,
  text: ast.Text,
  diagnostics: Diagnostics,
): Variable | undefined {
  const [prefix, name] = cut(text, '.');
  const collection = collections.get(trimSpace(prefix.text).toUpperCase());
  if (collection === undefined || name === undefined || name.text === '') {
    const known = [...collections.keys()].join(', ');
    diagnostics.report(
      problem.badActionArgument(action, `COLLECTION.NAME, with one of ${known}`),
      text.span,
    );
    return undefined;
  }
  return { collection, name: resolveMacro(name, diagnostics) };
}

function resolveSetvar(text: ast.Text, diagnostics: Diagnostics): EffectOfAction | undefined {
  const unset = text.text.startsWith('!');
  const [left, right] = cut(unset ? subText(text, 1, text.text.length) : text, '=');
  const variable = resolveWritable('setvar', left, diagnostics);
  if (variable === undefined) return undefined;
  if (unset) return { kind: 'SetVariable', ...variable, operation: 'unset', value: [] };
  // `setvar:tx.x` without a value sets 1 (ModSecurity; Coraza crashes here).
  if (right === undefined) {
    const one: Macro = [{ kind: 'Literal', text: '1', span: text.span }];
    return { kind: 'SetVariable', ...variable, operation: 'set', value: one };
  }
  const operation = operationOf(right.text.charAt(0));
  const value = operation === 'set' ? right : subText(right, 1, right.text.length);
  return { kind: 'SetVariable', ...variable, operation, value: resolveMacro(value, diagnostics) };
}

function operationOf(sign: string): 'set' | 'add' | 'subtract' {
  if (sign === '+') return 'add';
  return sign === '-' ? 'subtract' : 'set';
}

function resolveSetenv(text: ast.Text, diagnostics: Diagnostics): EffectOfAction {
  const [variable, value] = cut(text, '=');
  return {
    kind: 'SetEnv',
    name: resolveMacro(variable, diagnostics),
    value: value === undefined ? [] : resolveMacro(value, diagnostics),
  };
}

function initCollection(
  collection: Exclude<WritableCollection, 'TX'>,
  key: ast.Text,
  diagnostics: Diagnostics,
): EffectOfAction {
  return { kind: 'InitCollection', collection, key: resolveMacro(key, diagnostics) };
}

function resolveInitcol(text: ast.Text, diagnostics: Diagnostics): EffectOfAction | undefined {
  const [name, key] = cut(text, '=');
  const collection = collections.get(trimSpace(name.text).toUpperCase());
  if (collection === undefined || collection === 'TX' || key === undefined) {
    diagnostics.report(
      problem.badActionArgument(
        'initcol',
        'COLLECTION=KEY, with GLOBAL, IP, RESOURCE, SESSION or USER',
      ),
      text.span,
    );
    return undefined;
  }
  return initCollection(collection, key, diagnostics);
}

function resolveExpirevar(text: ast.Text, diagnostics: Diagnostics): EffectOfAction | undefined {
  const [left, right] = cut(text, '=');
  const variable = resolveWritable('expirevar', left, diagnostics);
  if (variable === undefined) return undefined;
  if (right !== undefined) {
    return { kind: 'ExpireVariable', ...variable, seconds: resolveMacro(right, diagnostics) };
  }
  diagnostics.report(problem.badActionArgument('expirevar', 'COLLECTION.NAME=SECONDS'), text.span);
  return undefined;
}

function resolveDeprecatevar(text: ast.Text, diagnostics: Diagnostics): EffectOfAction | undefined {
  const [left, right] = cut(text, '=');
  const variable = resolveWritable('deprecatevar', left, diagnostics);
  if (variable === undefined) return undefined;
  const rate = /^(\d{1,9})\/([1-9]\d{0,8})$/.exec(right?.text ?? '');
  if (rate !== null) {
    const [, amount, seconds] = rate;
    return {
      kind: 'DeprecateVariable',
      ...variable,
      amount: Number(amount),
      seconds: Number(seconds),
    };
  }
  const expected = 'COLLECTION.NAME=AMOUNT/SECONDS';
  diagnostics.report(problem.badActionArgument('deprecatevar', expected), text.span);
  return undefined;
}
