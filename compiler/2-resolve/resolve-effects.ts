/** Resolves actions that run at every match: setvar, ctl and others (manual: non-disruptive actions). */
import type * as ast from '../1-parse/ast.ts';
import { subText } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
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

/** Returns the effect of the action `name`, or undefined after a report. */
export function resolveEffect(
  name: string,
  text: ast.Text,
  diagnostics: Diagnostics,
): EffectOfAction | undefined {
  switch (name) {
    case 'setvar':
      return resolveSetvar(text, diagnostics);
    case 'setenv': {
      const [variable, value] = cut(text, '=');
      return {
        kind: 'SetEnv',
        name: resolveMacro(variable, diagnostics),
        value: value === undefined ? [] : resolveMacro(value, diagnostics),
      };
    }
    case 'initcol':
      return resolveInitcol(text, diagnostics);
    case 'setsid':
      return {
        kind: 'InitCollection',
        collection: 'SESSION',
        key: resolveMacro(text, diagnostics),
      };
    case 'setuid':
      return { kind: 'InitCollection', collection: 'USER', key: resolveMacro(text, diagnostics) };
    case 'setrsc':
      return {
        kind: 'InitCollection',
        collection: 'RESOURCE',
        key: resolveMacro(text, diagnostics),
      };
    case 'expirevar':
      return resolveExpirevar(text, diagnostics);
    case 'deprecatevar':
      return resolveDeprecatevar(text, diagnostics);
    default:
      return resolveControl(text, diagnostics);
  }
}

type Variable = { readonly collection: WritableCollection; readonly name: Macro };

/** Resolves `tx.name`. The collection must be a known one; the name may contain macros. */
function resolveWritable(
  action: string,
  text: ast.Text,
  diagnostics: Diagnostics,
): Variable | undefined {
  const [prefix, name] = cut(text, '.');
  const collection = collections.get(prefix.text.trim().toUpperCase());
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

function resolveInitcol(text: ast.Text, diagnostics: Diagnostics): EffectOfAction | undefined {
  const [name, key] = cut(text, '=');
  const collection = collections.get(name.text.trim().toUpperCase());
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
  return { kind: 'InitCollection', collection, key: resolveMacro(key, diagnostics) };
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
