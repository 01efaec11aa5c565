/** Describes an effect as a sentence without its subject: `adds 5 to tx.score`. */
import { macroSource } from '#compiler/2-resolve/macro-text.ts';
import type { Disruptive, Macro } from '#compiler/2-resolve/ruleset.ts';
import type { Effect, SettingControl } from '#compiler/3-specialize/program.ts';
import { targetSource } from '#compiler/4-emit/target-source.ts';
import type { RuleRange } from '#engine/transaction/rule-index-set.ts';
import { joinWords } from './join-words.ts';

/** Rule index -> rule id. */
export type RuleIds = ReadonlyMap<number, number>;

/** Beyond this number, rules are only counted. */
const SHOWN = 6;

export function effectInWords(effect: Effect, ids: RuleIds): string {
  switch (effect.kind) {
    case 'SetVariable': {
      const { collection, name, operation, value } = effect;
      return assignment(operation, variableName(collection, name), macroSource(value));
    }
    case 'SetEnv':
      return `sets the environment variable ${macroSource(effect.name)} to ${macroSource(effect.value)}`;
    case 'ExpireVariable': {
      const { collection, name, seconds } = effect;
      return `deletes ${variableName(collection, name)} after ${macroSource(seconds)} seconds`;
    }
    case 'DeprecateVariable': {
      const { collection, name, amount, seconds } = effect;
      return `subtracts ${amount} from ${variableName(collection, name)} every ${seconds} seconds`;
    }
    case 'InitCollection':
      return `opens the collection ${effect.collection} of ${macroSource(effect.key)}`;
    case 'RemoveRules':
      return `disables ${rulesText(effect.rules, ids)} for this transaction`;
    case 'RemoveTarget': {
      const { rules, variable, selector } = effect;
      const target = targetSource([{ mode: 'values', variable, selector, except: [] }]);
      return `excludes ${target} from ${rulesText(rules, ids)} for this transaction`;
    }
    case 'Control':
      return controlInWords(effect.control);
  }
}

/** Describes what a verdict does to the transaction. */
export function dispositionInWords(disruptive: Disruptive): string {
  switch (disruptive.kind) {
    case 'deny':
      return `refuses the transaction with status ${disruptive.status}`;
    case 'drop':
      return 'closes the connection';
    case 'redirect':
      return `redirects to ${macroSource(disruptive.location)} with status ${disruptive.status}`;
    case 'allow':
      return ALLOWED[disruptive.scope];
    case 'pass':
      return 'continues with the next rule';
  }
}

const ALLOWED = {
  all: 'ends the inspection of the transaction',
  phase: 'ends the phase',
  request: 'ends the inspection of the request',
} as const;

function variableName(collection: string, name: Macro): string {
  return `${collection.toLowerCase()}.${macroSource(name)}`;
}

function assignment(
  operation: 'set' | 'add' | 'subtract' | 'unset',
  name: string,
  value: string,
): string {
  switch (operation) {
    case 'set':
      return value === '' ? `empties ${name}` : `sets ${name} to ${value}`;
    case 'add':
      return `adds ${value} to ${name}`;
    case 'subtract':
      return `subtracts ${value} from ${name}`;
    case 'unset':
      return `deletes ${name}`;
  }
}

const PARTS = {
  set: 'audits the parts',
  add: 'audits also the parts',
  remove: 'does not audit the parts',
};

function controlInWords(control: SettingControl): string {
  switch (control.kind) {
    case 'RuleEngine':
      return `sets the rule engine to ${control.mode}`;
    case 'AuditEngine':
      return `sets the audit log to ${control.mode}`;
    case 'AuditLogParts':
      return `${PARTS[control.change]} ${control.parts}`;
    case 'DebugLogLevel':
      return `sets the debug log level to ${control.level}`;
    case 'RequestBodyProcessor':
      return `reads the request body as ${control.processor}`;
    case 'ResponseBodyProcessor':
      return `reads the response body as ${control.processor}`;
    case 'RequestBodyLimit':
      return `limits the request body to ${control.bytes} bytes`;
    case 'ResponseBodyLimit':
      return `limits the response body to ${control.bytes} bytes`;
    case 'RequestBodyAccess':
      return `${control.on ? 'inspects' : 'does not inspect'} the request body`;
    case 'ResponseBodyAccess':
      return `${control.on ? 'inspects' : 'does not inspect'} the response body`;
    case 'ForceRequestBodyVariable':
      return `${control.on ? 'fills' : 'does not fill'} REQUEST_BODY for every content type`;
    case 'ForceResponseBodyVariable':
      return `${control.on ? 'fills' : 'does not fill'} RESPONSE_BODY for every content type`;
  }
}

/** Returns the ids of a few rules; for many rules their number, the lowest and the highest id. */
function rulesText(ranges: readonly RuleRange[], ids: RuleIds): string {
  const selected = [...ids]
    .filter(([ruleIndex]) => ranges.some(([from, to]) => ruleIndex >= from && ruleIndex <= to))
    .map(([, id]) => id)
    .toSorted((left, right) => left - right);
  if (selected.length === 0) return 'no rule';
  const named = joinWords(selected.map(String), 'and');
  if (selected.length <= SHOWN) return `${selected.length === 1 ? 'rule' : 'rules'} ${named}`;
  return `${selected.length} rules with ids from ${selected[0]} to ${selected.at(-1)}`;
}
