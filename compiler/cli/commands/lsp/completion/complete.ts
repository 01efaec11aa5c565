/** What can be written at the cursor: a table of places, each with the words that fit there. */
import type { CompletionItem, TextDocumentPositionParams } from 'vscode-languageserver/node';
import { offsetAt, rangeOf, shownText } from '../line-index.ts';
import type { Mention } from '../mentions/mention.ts';
import { openFile, programOf, type Session } from '../session.ts';
import { pathOf } from '../workspace.ts';
import { languageWords, ruleWords, settingWords, symbolWords, type Word } from './words.ts';
import { type Cursor, cursorAt, type Zone } from './zone.ts';

type Mentions = () => readonly Mention[];

type CompletionZone = {
  /** undefined: every zone with arguments. */
  readonly zone: Zone | undefined;
  /** What stands before the cursor; group 1 is the part of the word that is already there. */
  readonly pattern: RegExp;
  /** Names of the program are only looked for when they are asked. */
  readonly words: (mentions: Mentions, cursor: Cursor) => readonly Word[];
};

const txWords = (mentions: Mentions): readonly Word[] => symbolWords(mentions(), 'tx');
const markerWords = (mentions: Mentions): readonly Word[] => symbolWords(mentions(), 'marker');
const allRules = (mentions: Mentions): readonly Word[] => ruleWords(mentions());
const { directives, variables, operators, transformations, actions, controls } = languageWords;

/** The first that fits wins. */
const zones: readonly CompletionZone[] = [
  { zone: 'name', pattern: /^(\w*)$/, words: () => directives },
  { zone: undefined, pattern: /%\{tx\.([\w.-]*)$/i, words: txWords },
  { zone: undefined, pattern: /%\{(\w*)$/, words: () => variables },
  { zone: 'targets', pattern: /\bTX:([\w.-]*)$/i, words: txWords },
  { zone: 'targets', pattern: /[\s|!&"](\w*)$/, words: () => variables },
  { zone: 'operator', pattern: /"!?@(\w*)$/, words: () => operators },
  { zone: 'actions', pattern: /[\s,"']t:(\w*)$/i, words: () => transformations },
  { zone: 'actions', pattern: /\bctl:ruleRemove(?:Target)?ById=(\d*)$/i, words: allRules },
  { zone: 'actions', pattern: /\bctl:ruleRemoveTarget\w+=[^;]+;(\w*)$/i, words: () => variables },
  { zone: 'actions', pattern: /\bctl:(\w*)$/i, words: () => controls },
  { zone: 'actions', pattern: /\bskipAfter:'?([\w./-]*)$/i, words: markerWords },
  { zone: 'actions', pattern: /\b(?:setvar|expirevar):'?!?tx\.([\w.-]*)$/i, words: txWords },
  { zone: 'actions', pattern: /[\s,"](\w*)$/, words: () => actions },
  { zone: 'ids', pattern: /[\s"-](\d*)$/, words: allRules },
  { zone: 'ids', pattern: /[\s|!&](\w*)$/, words: () => variables },
  {
    zone: 'argument',
    pattern: /^\w+[ \t]+"?(\w*)$/,
    words: (_, { directive }) => settingWords(directive),
  },
];

export function completeAt(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): CompletionItem[] {
  const path = pathOf(session.workspace, textDocument.uri);
  const file = openFile(session, path);
  if (file === undefined) return [];
  const offset = offsetAt(file.index, position);
  const cursor = cursorAt(file.index.text, offset);
  for (const { zone, pattern, words } of zones) {
    if (zone === undefined ? cursor.zone === 'name' : zone !== cursor.zone) continue;
    const typed = pattern.exec(cursor.before)?.[1];
    if (typed === undefined) continue;
    const range = rangeOf(file.index, offset - typed.length, offset);
    return words(() => programOf(session, path).mentions, cursor).map(({ label, ...rest }) => ({
      ...rest,
      label: shownText(label),
      textEdit: { range, newText: shownText(label) },
    }));
  }
  return [];
}
