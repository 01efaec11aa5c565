/** Effects -> statements that call the engine's actions. */
import type { Effect, SettingControl } from '../3-specialize/program.ts';
import { assertNever } from '../invariant.ts';
import { type Code, name, ts } from './code.ts';
import { emitSetSlot } from './emit-set-slot.ts';
import type { Shared } from './module.ts';

const stores = {
  TX: 'txVariables',
  GLOBAL: 'global',
  IP: 'ip',
  RESOURCE: 'resource',
  SESSION: 'session',
  USER: 'user',
} as const;

export function emitEffect(effect: Effect, shared: Shared): Code {
  switch (effect.kind) {
    case 'SetVariable':
      return emitSetSlot(effect, shared) ?? emitSetVariable(effect, shared);
    case 'SetEnv':
      return ts`act.setEnv(tx, ${shared.macro(effect.name)}, ${shared.macro(effect.value)});`;
    case 'ExpireVariable': {
      const store = ts`${name('v.', stores[effect.collection])}(tx)`;
      return ts`act.expireVariable(tx, ${store}, ${shared.macro(effect.name)}, ${shared.macro(effect.seconds)});`;
    }
    case 'DeprecateVariable': {
      const store = ts`${name('v.', stores[effect.collection])}(tx)`;
      return ts`act.deprecateVariable(tx, ${store}, ${shared.macro(effect.name)}, ${effect.amount}, ${effect.seconds});`;
    }
    case 'InitCollection':
      return ts`act.initCollection(tx, ${effect.collection}, ${shared.macro(effect.key)});`;
    case 'RemoveRules':
      return ts`act.removeRules(tx, ${effect.slots});`;
    case 'RemoveTarget':
      return ts`act.removeTarget(tx, ${shared.removal(effect)});`;
    case 'Control':
      return emitControl(effect.control);
    default:
      return assertNever(effect);
  }
}

function emitSetVariable(effect: SetVariable, shared: Shared): Code {
  const store = ts`${name('v.', stores[effect.collection])}(tx)`;
  const target = ts`${store}, ${shared.macro(effect.name)}`;
  if (effect.operation === 'unset') return ts`act.unsetVariable(${target});`;
  return ts`${setters[effect.operation]}(${target}, ${shared.macro(effect.value)});`;
}

type SetVariable = Extract<Effect, { kind: 'SetVariable' }>;

const setters = {
  set: name('act.setVariable'),
  add: name('act.addToVariable'),
  subtract: name('act.subtractFromVariable'),
} as const;

function emitControl(control: SettingControl): Code {
  const setter = name('act.set', control.kind);
  switch (control.kind) {
    case 'AuditLogParts':
      return ts`act.changeAuditLogParts(tx, ${control.change}, ${control.parts});`;
    case 'RuleEngine':
    case 'AuditEngine':
      return ts`${setter}(tx, ${control.mode});`;
    case 'DebugLogLevel':
      return ts`${setter}(tx, ${control.level});`;
    case 'RequestBodyProcessor':
    case 'ResponseBodyProcessor':
      return ts`${setter}(tx, ${control.processor});`;
    case 'RequestBodyLimit':
    case 'ResponseBodyLimit':
      return ts`${setter}(tx, ${control.bytes});`;
    default:
      return ts`${setter}(tx, ${control.on});`;
  }
}
