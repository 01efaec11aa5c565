/** One action as the OWASP set writes it. */
import type { Action } from '../1-parse/ast.ts';
import { trimBlanks } from '../1-parse/blanks.ts';
import { canonicalAction, canonicalControl, canonicalTransformation } from './canonical-names.ts';

/** Values that stand in single quotes, and values that stand without. */
const QUOTED = new Set([
  'expirevar',
  'logdata',
  'msg',
  'rev',
  'setenv',
  'setvar',
  'severity',
  'tag',
  'ver',
]);
const BARE = new Set(['id', 'phase', 'skip', 'skipafter', 'status', 't']);

/** `written`: the action's bytes. */
export function actionText({ name, argument }: Action, written: string): string {
  const own = canonicalAction(name.text);
  if (argument === undefined) return own;
  const value = trimBlanks(written.slice(written.indexOf(':') + 1));
  return `${own}:${valueText(own.toLowerCase(), value)}`;
}

function valueText(name: string, value: string): string {
  if (name === 'ctl') {
    return value.replace(/^('?)([A-Za-z]+)/, (_, quote: string, option: string) => {
      return quote + canonicalControl(option);
    });
  }
  const quoted = value.startsWith("'");
  if (BARE.has(name)) {
    const bare = quoted && /^'[\w.-]+'$/.test(value) ? value.slice(1, -1) : value;
    return name === 't' ? canonicalTransformation(bare) : bare;
  }
  return QUOTED.has(name) && !quoted && !/['\\]/.test(value) ? `'${value}'` : value;
}
