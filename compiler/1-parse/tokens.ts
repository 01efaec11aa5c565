/**
 * Tokens that stand for themselves, for directive names and for simple arguments. Patterns are
 * unrolled loops, so that none backtracks far, and name their blanks: `\s` would take 0xA0, which is
 * half of a UTF-8 letter.
 */
import { createToken, type ITokenConfig, Lexer, type TokenType } from 'chevrotain';

const { raw } = String;

type TokenConfig = Pick<ITokenConfig, 'label' | 'categories' | 'group' | 'push_mode'>;

export function token(name: string, pattern: RegExp, config?: TokenConfig): TokenType {
  return createToken({ name, pattern, ...config });
}

/** A token with more than one form: those name it in their `categories`. */
export function category(name: string, config?: TokenConfig): TokenType {
  return token(name, Lexer.NA, config);
}

/** What no grammar rule asks for; the text after it is not looked at. */
export function fault(name: string, pattern: RegExp): TokenType {
  return token(name, pattern, { push_mode: 'end' });
}

export const Blank = token('Blank', /[ \t]+/, { group: Lexer.SKIPPED });
export const TrailingComment = fault('TrailingComment', /#[\s\S]*/);
export const UnclosedQuote = fault('UnclosedQuote', /["']/);
/** Any char; Chevrotain finds no first chars for `[\s\S]`. */
export const Stray = fault('Stray', /[^ ]| /);
export const ExtraText = fault('ExtraText', /[^ \t][\s\S]*/);

/** A directive's name with the blanks after it. */
function directive(name: string, push_mode: string, pattern = name): TokenType {
  return token(name, new RegExp(raw`${pattern}(?![^ \t])[ \t]*`, 'i'), { push_mode });
}

export const SecRule = directive('SecRule', 'targets');
export const SecAction = directive('SecAction', 'actions', 'Sec(?:Default)?Action');
export const SecMarker = directive('SecMarker', 'text');
export const Include = directive('Include', 'text', 'Include(?:Optional)?');
export const RemoveById = directive('RemoveById', 'arguments', 'SecRuleRemoveById');
export const RemoveByText = directive('RemoveByText', 'text', 'SecRuleRemoveBy(?:Tag|Msg)');
export const UpdateTarget = directive(
  'UpdateTarget',
  'updateTarget',
  'SecRuleUpdateTargetBy(?:Id|Tag|Msg)',
);
export const UpdateAction = directive('UpdateAction', 'updateAction', 'SecRuleUpdateActionById');
export const SecDataset = directive('SecDataset', 'dataset');
export const SettingName = directive('SettingName', 'arguments', '[A-Z][A-Z0-9_]*');
export const BadName = fault('BadName', /[^ \t]+/);

const QUOTED = raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"`;
const WORD = raw`[^ \t"#][^ \t]*`;

export const Argument = token('Argument', new RegExp(`${QUOTED}|${WORD}`), {
  label: 'an argument',
});
/** All there is: in double quotes, or words up to the end of the line. */
export const WholeText = token(
  'WholeText',
  new RegExp(raw`${QUOTED}|${WORD}(?:[ \t]+[^ \t#][^ \t]*)*`),
  { label: 'an argument', push_mode: 'end' },
);
/**
 * An argument that another one follows. It starts after a blank: otherwise a long list would be
 * searched to its end at each of its targets.
 */
export const LeadingArgument = token(
  'LeadingArgument',
  new RegExp(raw`(?<=[ \t])(?:${QUOTED}|${WORD})(?=[ \t]+[^ \t#])`),
  { label: 'a selection of rules followed by a list' },
);

export const DatasetName = token('DatasetName', /[^ \t`]+/, { label: 'the name of the data set' });
export const DatasetBlock = token('DatasetBlock', /`[\s\S]*`/, {
  label: 'lines in backticks',
  push_mode: 'end',
});
export const UnclosedDataset = fault('UnclosedDataset', /`[\s\S]*/);
