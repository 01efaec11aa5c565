/** Highlights SecLang in the editor: a tokenizer with the word lists of the compiler. */
import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { words } from '../../editors/grammar-words.ts';

/** The context of the next char. */
type State = {
  directive: 'None' | 'Rule' | 'Action' | 'Setting';
  /** The part of a rule: 0 targets, 1 operator, 2 or more actions. */
  part: number;
  /** A token of the part has been read. */
  isBegun: boolean;
  isQuoted: boolean;
  /** The directive continues on the next line. */
  continues: boolean;
};

const OUTSIDE: Readonly<State> = {
  directive: 'None',
  part: 0,
  isBegun: false,
  isQuoted: false,
  continues: false,
};

const DIRECTIVE = /^SecRule(?=[\s"])/i;
const ACTIONS = /^(?:SecAction|SecDefaultAction)(?=[\s"])/i;
const SETTING = whole(words.directives);
const MACRO = /^%\{[\w.[\]-]+\}/;
const COLLECTION_KEY = /^:(?:'[^']*'|\/(?:[^/\\]|\\.)*\/|[^|\s",']+)/;

/** Compiles a word list. Moves its inline flag (?i:) to the whole expression: not every browser supports the former. */
function whole(alternatives: string): RegExp {
  return new RegExp(`^${alternatives.replace(/^\(\?i:/, '(?:')}(?![\\w-])`, 'i');
}

const VARIABLES = whole(words.variables);
const OPERATORS = whole(words.operators);
const TRANSFORMATIONS = whole(words.transformations);
const VERDICTS = whole(words.verdicts);
const NAMES = whole(words.actions);
const CONTROLS = whole(words.controls);

const parser: StreamParser<State> = {
  name: 'seclang',
  startState: () => ({ ...OUTSIDE }),
  copyState: (state) => ({ ...state }),
  languageData: { commentTokens: { line: '#' } },
  blankLine: (state) => endLine(state),
  token: (stream, state) => {
    if (stream.sol()) {
      endLine(state);
      if (stream.match(/^\s*#.*/)) {
        state.continues = state.directive !== 'None';
        return 'comment';
      }
    }
    if (stream.eatSpace()) {
      if (!state.isQuoted && state.isBegun) endPart(state);
      return null;
    }
    if (stream.match(/^\\\s*$/)) {
      if (!state.isQuoted && state.isBegun) endPart(state);
      state.continues = true;
      return 'punctuation';
    }
    return state.directive === 'None' ? directive(stream, state) : inDirective(stream, state);
  },
};

/** Resets the state unless the previous line continues. Comments between the lines of a directive do not end it. */
function endLine(state: State): void {
  if (!state.continues) Object.assign(state, OUTSIDE);
  state.continues = false;
}

function endPart(state: State): void {
  state.part += 1;
  state.isBegun = false;
}

function directive(stream: StringStream, state: State): string | null {
  if (stream.match(DIRECTIVE)) state.directive = 'Rule';
  else if (stream.match(ACTIONS)) state.directive = 'Action';
  else if (stream.match(SETTING)) state.directive = 'Setting';
  else {
    stream.match(/^\S+/);
    state.directive = 'Setting';
    return 'invalid';
  }
  return 'keyword';
}

function inDirective(stream: StringStream, state: State): string | null {
  if (stream.eat('"')) {
    if (state.isQuoted) state.isBegun = true;
    state.isQuoted = !state.isQuoted;
    return 'string';
  }
  const isFirst = !state.isBegun;
  state.isBegun = true;
  if (stream.match(/^\\["'\\/]/)) return 'escape';
  if (stream.match(MACRO)) return 'variableName.special';
  if (state.directive === 'Setting') return settingToken(stream);
  if (state.directive === 'Action' || state.part > 1) return actionToken(stream);
  return state.part === 0 ? targetToken(stream) : operatorToken(stream, isFirst);
}

function settingToken(stream: StringStream): string | null {
  if (stream.match(/^(?:On|Off|DetectionOnly|RelevantOnly)\b/i)) return 'atom';
  if (stream.match(/^\d+(?:-\d+)?(?![\w.])/)) return 'number';
  stream.match(/^[^\s"\\]+/) || stream.next();
  return 'string';
}

function targetToken(stream: StringStream): string | null {
  if (stream.match(/^[!&]+/)) return 'operator';
  if (stream.match(VARIABLES)) return 'variable';
  if (stream.match(COLLECTION_KEY)) return 'property';
  if (stream.match(/^[|,]/)) return 'punctuation';
  stream.match(/^[\w-]+/) || stream.next();
  return 'invalid';
}

function operatorToken(stream: StringStream, isFirst: boolean): string | null {
  if (isFirst && stream.match(/^!?@/)) {
    if (stream.match(OPERATORS)) return 'variableName.function';
    stream.match(/^\w+/);
    return 'invalid';
  }
  stream.match(/^[^"\\%]+/) || stream.next();
  return 'regexp';
}

function actionToken(stream: StringStream): string | null {
  if (stream.match(/^t:(?=\w)/i)) return 'attribute';
  if (stream.match(/^ctl:(?=\w)/i)) return 'attribute';
  if (stream.match(/^'(?:[^'"\\]|\\.)*'?/)) return 'string';
  if (stream.match(/^\d+/)) return 'number';
  if (stream.match(/^[,:=]/)) return 'punctuation';
  if (stream.match(TRANSFORMATIONS)) return 'variableName.function';
  if (stream.match(CONTROLS)) return 'atom';
  if (stream.match(VERDICTS)) return 'keyword';
  if (stream.match(NAMES)) return 'attribute';
  stream.match(/^[\w.@/-]+/) || stream.next();
  return null;
}

export const seclang = StreamLanguage.define(parser);
