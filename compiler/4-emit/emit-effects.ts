/** Emits effects as statements that call the engine's actions. */
import type { Effect, SettingControl } from '../3-specialize/program.ts';
import { assertNever } from '../invariant.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { emitSetRegister } from './emit-set-register.ts';
import { act, v } from './engine-names.ts';

/** The variables of the engine that hold the collections. */
const stores = {
  TX: v('txVariables'),
  GLOBAL: v('global'),
  IP: v('ip'),
  RESOURCE: v('resource'),
  SESSION: v('session'),
  USER: v('user'),
} as const;

export function emitEffect(effect: Effect, shared: Shared): Code {
  switch (effect.kind) {
    case 'SetVariable':
      return emitSetRegister(effect, shared) ?? emitSetVariable(effect, shared);
    case 'SetEnv':
      return ts`${act('setEnv')}(tx, ${shared.macro(effect.name)}, ${shared.macro(effect.value)});`;
    case 'ExpireVariable': {
      const store = ts`${stores[effect.collection]}(tx)`;
      return ts`${act('expireVariable')}(tx, ${store}, ${shared.macro(effect.name)}, ${shared.macro(effect.seconds)});`;
    }
    case 'DeprecateVariable': {
      const store = ts`${stores[effect.collection]}(tx)`;
      return ts`${act('deprecateVariable')}(tx, ${store}, ${shared.macro(effect.name)}, ${effect.amount}, ${effect.seconds});`;
    }
    case 'InitCollection':
      return ts`${act('initCollection')}(tx, ${effect.collection}, ${shared.macro(effect.key)});`;
    case 'RemoveRules':
      return ts`${act('removeRules')}(tx, ${shared.ruleRanges(effect.rules)});`;
    case 'RemoveTarget':
      return ts`${act('removeTarget')}(tx, ${shared.removal(effect)});`;
    case 'Control':
      return emitControl(effect.control);
    default:
      return assertNever(effect);
  }
}

function emitSetVariable(effect: SetVariable, shared: Shared): Code {
  const store = ts`${stores[effect.collection]}(tx)`;
  const target = ts`${store}, ${shared.macro(effect.name)}`;
  if (effect.operation === 'unset') return ts`${act('unsetVariable')}(${target});`;
  return ts`${setters[effect.operation]}(${target}, ${shared.macro(effect.value)});`;
}

type SetVariable = Extract<Effect, { kind: 'SetVariable' }>;

const setters = {
  set: act('setVariable'),
  add: act('addToVariable'),
  subtract: act('subtractFromVariable'),
} as const;

function emitControl(control: SettingControl): Code {
  switch (control.kind) {
    case 'AuditLogParts':
      return ts`${act('changeAuditLogParts')}(tx, ${control.change}, ${control.parts});`;
    case 'RuleEngine':
    case 'AuditEngine':
      return ts`${act(`set${control.kind}`)}(tx, ${control.mode});`;
    case 'DebugLogLevel':
      return ts`${act(`set${control.kind}`)}(tx, ${control.level});`;
    case 'RequestBodyProcessor':
    case 'ResponseBodyProcessor':
      return ts`${act(`set${control.kind}`)}(tx, ${control.processor});`;
    case 'RequestBodyLimit':
    case 'ResponseBodyLimit':
      return ts`${act(`set${control.kind}`)}(tx, ${control.bytes});`;
    default:
      return ts`${act(`set${control.kind}`)}(tx, ${control.on});`;
  }
}
