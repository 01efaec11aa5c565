/** Prints effects as rule authors write them. */
import { macroSource } from '#compiler/2-resolve/macro-text.ts';
import type {
  Control,
  Disruptive,
  Effect,
  Exclusion,
  RuleSelection,
} from '#compiler/2-resolve/ruleset.ts';

const SIGNS = { set: '=', add: '=+', subtract: '=-' } as const;

/** Prints an effect, which runs for every matching value. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'SetVariable': {
      const { collection, name, operation, value } = effect;
      const location = `${collection}.${macroSource(name)}`;
      if (operation === 'unset') return `setvar:!${location}`;
      return `setvar:${location}${SIGNS[operation]}${macroSource(value)}`;
    }
    case 'SetEnv':
      return `setenv:${macroSource(effect.name)}=${macroSource(effect.value)}`;
    case 'ExpireVariable':
      return `expirevar:${effect.collection}.${macroSource(effect.name)}=${macroSource(effect.seconds)}`;
    case 'DeprecateVariable':
      return `deprecatevar:${effect.collection}.${macroSource(effect.name)}=${effect.amount}/${effect.seconds}`;
    case 'InitCollection':
      return `initcol:${effect.collection}=${macroSource(effect.key)}`;
    case 'Control':
      return `ctl:${controlText(effect.control)}`;
  }
}

/** Prints the verdict of the whole rule. */
export function actionText(disruptive: Disruptive): string {
  switch (disruptive.kind) {
    case 'deny':
    case 'drop':
      return `${disruptive.kind} ${disruptive.status}`;
    case 'redirect':
      return `redirect ${disruptive.status} ${macroSource(disruptive.location)}`;
    case 'allow':
      return `allow ${disruptive.scope}`;
    case 'pass':
      return 'pass';
  }
}

function controlText(control: Control): string {
  switch (control.kind) {
    case 'RuleEngine':
    case 'AuditEngine':
      return `${control.kind}=${control.mode}`;
    case 'AuditLogParts':
      return `${control.kind} ${control.change} ${control.parts}`;
    case 'DebugLogLevel':
      return `${control.kind}=${control.level}`;
    case 'RequestBodyProcessor':
    case 'ResponseBodyProcessor':
      return `${control.kind}=${control.processor}`;
    case 'RequestBodyLimit':
    case 'ResponseBodyLimit':
      return `${control.kind}=${control.bytes}`;
    case 'RemoveRules':
      return `ruleRemove ${selectionText(control.rules)}`;
    case 'RemoveTarget':
      return `ruleRemoveTarget ${selectionText(control.rules)};${control.variable.name}${keyText(control.selector)}`;
    default:
      return `${control.kind}=${control.on ? 'On' : 'Off'}`;
  }
}

function selectionText(rules: RuleSelection): string {
  switch (rules.kind) {
    case 'Ids':
      return rules.ranges
        .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
        .join(' ');
    case 'Tag':
      return `tag ${rules.tag}`;
    case 'Msg':
      return `msg ${rules.message}`;
  }
}

function keyText(selector: Exclusion): string {
  if (selector.kind === 'All') return '';
  return selector.kind === 'Key' ? `:${selector.key}` : `:/${selector.source}/`;
}
