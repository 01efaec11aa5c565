/** Tokens of target lists, in double quotes or bare: `ARGS|!ARGS:token|&ARGS:/^x/|XML:/*`. */
import { Lexer, type TokenType } from 'chevrotain';
import { category, problem, token, upTo } from './token.ts';

const { raw } = String;

export const OpenTargets = token('OpenTargets', /"[ \t]*/, { push_mode: 'quotedTargets' });
export const CloseTargets = token('CloseTargets', /[ \t]*"/, {
  label: '| or the closing quote',
  push_mode: 'operator',
});
/** A bare list ends at the first blank that is not next to a separator. */
export const EndOfTargets = token('EndOfTargets', /[ \t]+/, {
  group: Lexer.SKIPPED,
  push_mode: 'operator',
});
export const TargetSeparator = token('TargetSeparator', /[ \t]*[|,][ \t]*/, { label: '|' });
/** `!` excludes, `&` counts. */
export const TargetMode = token('TargetMode', /[!&]/);
export const Variable = token('Variable', /[^|,:!&"' \t]+/, { label: 'a variable name' });

/** Selectors include their colon: `:key`, `:'key'`, `:/regex/`, `:'/regex/'`, `XML:/xpath`. */
export const Selector = category('Selector', { label: 'a selector' });
const Key = category('Key', { categories: Selector });
export const Pattern = category('Pattern', { categories: Selector });
export const XPath = category('XPath', { categories: Selector });
export const UnclosedPattern = category('UnclosedPattern');
export const UnclosedKey = problem('UnclosedKey', /:'[^ \t"]*/);
export const MissingSelector = problem('MissingSelector', /:/);

/** Creates the selector tokens. `ends` are the chars that end the list, written as in a character class. */
function selectors(form: string, ends: string): TokenType[] {
  const regex = `/${upTo('/', ends)}`;
  const quotedRegex = raw`'/[^/\\${ends}]*(?:(?:\\[\s\S]|/(?!'))[^/\\${ends}]*)*/'`;
  const quotedKey = `'${upTo("'", ends)}`;
  const key = raw`[^|,'/${ends}][^|,${ends}]*`;
  const selector = (categories: TokenType, pattern: string): TokenType =>
    token(form + categories.name, new RegExp(pattern), { categories });
  return [
    selector(XPath, `(?<=[Xx][Mm][Ll]):[^|${ends}]+`),
    selector(Pattern, `:(?:${regex}|${quotedRegex})`),
    selector(UnclosedPattern, `:'?/[^${ends}]*`),
    selector(Key, `:(?:${quotedKey}|${key})`),
    UnclosedKey,
    MissingSelector,
  ];
}

/** A blank ends a bare list, a quote ends a quoted one. */
export const bareSelectors = selectors('Bare', raw` \t`);
export const quotedSelectors = selectors('Quoted', '"');
