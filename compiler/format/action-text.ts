/** Formats one action in the style of the OWASP CRS. */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type { Action } from '../1-parse/ast.ts';
import { canonicalAction, canonicalControl, canonicalTransformation } from './canonical-names.ts';

/** Actions whose values have single quotes; the values of BARE have none. */
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

/** Returns the formatted action. `written` is its text in the file. */
export function actionText({ name, argument }: Action, written: string): string {
  const own = canonicalAction(name.text);
  if (argument === undefined) return own;
  const value = trimSpace(written.slice(written.indexOf(':') + 1));
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
