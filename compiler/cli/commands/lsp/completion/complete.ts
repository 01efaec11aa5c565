/** Completes at the cursor: a table of contexts, each with its words. */
import type { CompletionItem, Range, TextDocumentPositionParams } from 'vscode-languageserver/node';
import { offsetAt, rangeOf, shownText } from '../line-index.ts';
import type { Mention } from '../mentions/mention.ts';
import { openFile, programOf, type Session } from '../session.ts';
import { absoluteOf, pathOf } from '../workspace.ts';
import { fileWords } from './file-words.ts';
import {
  argumentWords,
  keyWords,
  languageWords,
  ruleWords,
  settingWords,
  symbolWords,
  type Word,
} from './words.ts';
import { type Cursor, cursorAt, type Zone } from './zone.ts';

/** The context of the cursor. */
type CompletionContext = {
  readonly cursor: Cursor;
  /** The named groups of the pattern; `typed` is the part of the word that is already written. */
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the document. */
  readonly file: string;
  /** Returns the names in the program; computed only when needed. */
  readonly mentions: () => readonly Mention[];
};

type CompletionZone = {
  /** Undefined for every zone with arguments. */
  readonly zone: Zone | undefined;
  /** The text before the cursor. */
  readonly pattern: RegExp;
  readonly words: (context: CompletionContext) => readonly Word[];
};

type Words = CompletionZone['words'];
const { directives, variables, operators, transformations, actions, controls } = languageWords;
const keys: Words = ({ mentions, groups }) => keyWords(mentions(), groups['collection'] ?? '');
const values: Words = ({ groups }) => argumentWords(groups['action'] ?? '', groups['control']);
const files: Words = ({ file, groups }) => fileWords(file, groups['typed'] ?? '');
const settings: Words = ({ cursor }) => settingWords(cursor.directive);
const tx: Words = ({ mentions }) => symbolWords(mentions(), 'tx');
const markers: Words = ({ mentions }) => symbolWords(mentions(), 'marker');
const tags: Words = ({ mentions }) => symbolWords(mentions(), 'tag');
const datasets: Words = ({ mentions }) => symbolWords(mentions(), 'dataset');
const rules: Words = ({ mentions }) => ruleWords(mentions());

const KEY = /\b(?<collection>[A-Za-z_]\w*):(?<typed>[\w.-]*)$/;
const VARIABLE = /(?:^|[\s|!&"])(?<typed>\w*)$/;

/** The first zone that matches is used. */
const zones: readonly CompletionZone[] = [
  { zone: 'name', pattern: /^(?<typed>\w*)$/, words: () => directives },
  { zone: undefined, pattern: /%\{tx\.(?<typed>[\w.-]*)$/i, words: tx },
  { zone: undefined, pattern: /%\{(?<collection>\w+)\.(?<typed>[\w.-]*)$/, words: keys },
  { zone: undefined, pattern: /%\{(?<typed>\w*)$/, words: () => variables },
  { zone: 'targets', pattern: /\bTX:(?<typed>[\w.-]*)$/i, words: tx },
  { zone: 'targets', pattern: KEY, words: keys },
  { zone: 'targets', pattern: VARIABLE, words: () => variables },
  { zone: 'operator', pattern: /"!?@\w+FromFile[ \t](?:.*[ \t])?(?<typed>\S*)$/i, words: files },
  {
    zone: 'operator',
    pattern: /"!?@(?:pmf|ipMatchF)[ \t](?:.*[ \t])?(?<typed>\S*)$/i,
    words: files,
  },
  { zone: 'operator', pattern: /"!?@\w+FromDataset[ \t]+(?<typed>\S*)$/i, words: datasets },
  { zone: 'operator', pattern: /"!?@(?<typed>\w*)$/, words: () => operators },
  { zone: 'actions', pattern: /[\s,"']t:(?<typed>\w*)$/i, words: () => transformations },
  { zone: 'actions', pattern: /\bctl:ruleRemove(?:Target)?ById=(?<typed>\d*)$/i, words: rules },
  {
    zone: 'actions',
    pattern: /\bctl:ruleRemove(?:Target)?ByTag=(?<typed>[^;,'"]*)$/i,
    words: tags,
  },
  {
    zone: 'actions',
    pattern: /\bctl:ruleRemoveTarget\w+=[^;]+;(?<typed>\w*)$/i,
    words: () => variables,
  },
  {
    zone: 'actions',
    pattern: /\bctl:ruleRemoveTarget\w+=[^;]+;(?<collection>\w+):(?<typed>[\w-]*)$/i,
    words: keys,
  },
  { zone: 'actions', pattern: /\b(?<action>ctl):(?<control>\w+)=(?<typed>\w*)$/i, words: values },
  { zone: 'actions', pattern: /\bctl:(?<typed>\w*)$/i, words: () => controls },
  { zone: 'actions', pattern: /\btag:'?(?<typed>[^,'"]*)$/i, words: tags },
  { zone: 'actions', pattern: /\bskipAfter:'?(?<typed>[\w./-]*)$/i, words: markers },
  {
    zone: 'actions',
    pattern: /\b(?:setvar|expirevar|deprecatevar):'?!?tx\.(?<typed>[\w.-]*)$/i,
    words: tx,
  },
  { zone: 'actions', pattern: /[\s,"](?<action>\w+):'?(?<typed>\w*)$/, words: values },
  { zone: 'actions', pattern: /[\s,"](?<typed>\w*)$/, words: () => actions },
  { zone: 'tags', pattern: /[\s"](?<typed>[^\s"]*)$/, words: tags },
  { zone: 'ids', pattern: /[\s"-](?<typed>\d*)$/, words: rules },
  { zone: 'ids', pattern: VARIABLE, words: () => variables },
  { zone: 'files', pattern: /[\s"](?<typed>[^\s"]*)$/, words: files },
  { zone: 'argument', pattern: /^\w+[ \t]+"?(?<typed>\w*)$/, words: settings },
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
    const groups = pattern.exec(cursor.before)?.groups;
    if (groups === undefined) continue;
    const range = rangeOf(file.index, offset - (groups['typed'] ?? '').length, offset);
    const found = words({
      cursor,
      groups,
      file: absoluteOf(textDocument.uri),
      mentions: () => programOf(session, path).mentions,
    });
    return found.map((word) => itemOf(word, range));
  }
  return [];
}

function itemOf({ label, documentation, ...rest }: Word, range: Range): CompletionItem {
  const text = shownText(label);
  return {
    ...rest,
    label: text,
    textEdit: { range, newText: text },
    ...(documentation !== undefined && {
      documentation: { kind: 'markdown', value: shownText(documentation) },
    }),
  };
}
