/** Tokens of directive names, and of arguments that are not lists. */
import type { TokenType } from 'chevrotain';
import { problem, token, upTo } from './token.ts';

const { raw } = String;

/** Creates the token of a directive's name with the blanks after it. */
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
export const BadName = problem('BadName', /[^ \t]+/);

const QUOTED = `"${upTo('"')}`;
const WORD = raw`[^ \t"#][^ \t]*`;

export const Argument = token('Argument', new RegExp(`${QUOTED}|${WORD}`), {
  label: 'an argument',
});
/** The whole argument: a text in double quotes, or all words up to the end of the line. */
export const WholeText = token(
  'WholeText',
  new RegExp(raw`${QUOTED}|${WORD}(?:[ \t]+[^ \t#][^ \t]*)*`),
  { label: 'an argument', push_mode: 'end' },
);
/**
 * An argument that is followed by another one. The pattern requires a blank before it: without one, the lexer would
 * scan a long list to its end at each of its targets.
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
export const UnclosedDataset = problem('UnclosedDataset', /`[\s\S]*/);
