/**
 * The TextMate grammar of SecLang, for colours without or before a language server. Lines are read as in
 * docs/spec/seclang-syntax.md#lines; scopes follow TextMate's naming conventions.
 */
import { words } from './grammar-words.ts';

export type Captures = Readonly<Record<string, { readonly name: string }>>;

export type Pattern = {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly include?: string;
  readonly patterns?: readonly Pattern[];
};

export type Grammar = {
  readonly name: string;
  readonly scopeName: string;
  readonly fileTypes: readonly string[];
  readonly patterns: readonly Pattern[];
  readonly repository: Readonly<Record<string, Pattern>>;
};

export const SCOPE = 'source.seclang';

const scoped = (name: string) => ({ name: `${name}.seclang` });
const include = (name: string): Pattern => ({ include: `#${name}` });

/**
 * The end of a line that does not continue. It matches neither a line end that `continued` has consumed nor an empty
 * line.
 */
const END = '(?<=[^\\\\\\n])$';
const OPEN = { beginCaptures: { 0: scoped('punctuation.definition.string.begin') } };
const CLOSE = { endCaptures: { 0: scoped('punctuation.definition.string.end') } };
/** A string up to its closing quote; an unclosed one ends with its line. */
const quoted = (begin: string, name: string, patterns: readonly Pattern[]): Pattern => ({
  begin,
  end: `"|${END}`,
  ...OPEN,
  ...CLOSE,
  ...scoped(name),
  patterns: [include('continued'), ...patterns],
});

/** A directive from its name to the end of its last line. */
const directive = (name: string, scope: string, patterns: readonly Pattern[]): Pattern => ({
  begin: `^[ \\t]*(${name})(?=[\\s"])`,
  end: END,
  beginCaptures: { 1: scoped(scope) },
  patterns: [include('continued'), ...patterns],
});

const targetString = quoted('"', 'string.quoted.double.targets', [include('targets')]);
const actionString = quoted('"', 'string.quoted.double.actions', [include('actions')]);
const NUMBER: Pattern = { match: '\\b\\d+\\b', ...scoped('constant.numeric') };
const IDS: Pattern = { match: '\\b\\d+(?:-\\d+)?\\b', ...scoped('constant.numeric.id') };

/** The first string is the operator; everything after it is actions. */
const operatorAndActions: Pattern = {
  begin: '(?=")',
  end: END,
  patterns: [
    include('continued'),
    quoted(`\\G"(?=!?@(?!${words.regexOperators}[\\s"]))`, 'string.quoted.double.operator', [
      include('operator'),
      include('macro'),
    ]),
    quoted('\\G"', 'string.regexp', [include('operator'), include('macro'), include('regex')]),
    actionString,
    include('actions'),
  ],
};

const repository: Readonly<Record<string, Pattern>> = {
  comment: { match: '^[ \\t]*#.*$\\n?', ...scoped('comment.line.number-sign') },
  /** Inside a directive of several lines: comments, empty lines and the backslash. */
  continued: {
    patterns: [
      include('comment'),
      { match: '^[ \\t]*\\n' },
      { match: '\\\\[ \\t\\r]*\\n', ...scoped('punctuation.separator.continuation') },
      { match: '\\\\["\'\\\\/]', ...scoped('constant.character.escape') },
    ],
  },
  macro: {
    match: '(%\\{)([\\w\\[\\]-]+)(?:(\\.)([\\w.\\[\\]-]+))?(\\})',
    ...scoped('meta.macro'),
    captures: {
      1: scoped('punctuation.definition.variable.begin'),
      2: scoped('variable.other'),
      3: scoped('punctuation.separator.key'),
      4: scoped('variable.other.member'),
      5: scoped('punctuation.definition.variable.end'),
    },
  },
  targets: {
    patterns: [
      include('macro'),
      {
        match: `([!&]*)\\b(${words.variables})\\b(?:(:)('[^']*'|/(?:[^/\\\\]|\\\\.)*/|[^|\\s",]+))?`,
        captures: {
          1: scoped('keyword.operator.target'),
          2: scoped('support.variable'),
          3: scoped('punctuation.separator.key'),
          4: scoped('variable.other.member'),
        },
      },
      { match: '[|,]', ...scoped('punctuation.separator.target') },
    ],
  },
  operator: {
    match: `\\G[ \\t]*(!?)(@)(?:(${words.operators})(?=[\\s"])|(\\w+))`,
    captures: {
      1: scoped('keyword.operator.logical'),
      2: scoped('punctuation.definition.operator'),
      3: scoped('support.function.operator'),
      4: scoped('invalid.illegal.operator'),
    },
  },
  regex: {
    patterns: [
      { match: '\\\\x\\{?[0-9A-Fa-f]+\\}?|\\\\.', ...scoped('constant.character.escape.regexp') },
      { match: '\\(\\?[A-Za-z-]*[:)]|[()]', ...scoped('punctuation.definition.group.regexp') },
      { match: '\\[\\^?\\]?|\\]', ...scoped('punctuation.definition.character-class.regexp') },
      {
        match: '[*+?]\\??|\\{\\d+(?:,\\d*)?\\}\\??',
        ...scoped('keyword.operator.quantifier.regexp'),
      },
      { match: '[|^$]', ...scoped('keyword.operator.regexp') },
    ],
  },
  /** Names in arguments of actions, with or without quotes. */
  argument: {
    patterns: [
      { match: "(?<=\\bid:|\\bid:')\\d+", ...scoped('constant.numeric.id') },
      {
        match: "(?<=setvar:|setvar:'|expirevar:|expirevar:')(!?)(\\w+)(\\.)([\\w.-]*)",
        captures: {
          1: scoped('keyword.operator.logical'),
          2: scoped('support.variable'),
          3: scoped('punctuation.separator.key'),
          4: scoped('variable.other.member'),
        },
      },
    ],
  },
  actions: {
    patterns: [
      include('continued'),
      include('macro'),
      include('argument'),
      {
        match: `(?<![\\w:])(t)(:)(?:(${words.transformations})\\b|(\\w+))`,
        captures: {
          1: scoped('entity.other.attribute-name.action'),
          2: scoped('punctuation.separator.argument'),
          3: scoped('support.function.transformation'),
          4: scoped('invalid.illegal.transformation'),
        },
      },
      {
        match: `(?<![\\w:])(ctl)(:)(?:(${words.controls})\\b|(\\w+))`,
        captures: {
          1: scoped('entity.other.attribute-name.action'),
          2: scoped('punctuation.separator.argument'),
          3: scoped('support.constant.control'),
          4: scoped('invalid.illegal.control'),
        },
      },
      {
        match: `(?<=[\\s,"]|^)(${words.verdicts})(?=[\\s,":\\\\]|$)`,
        ...scoped('keyword.control.action'),
      },
      {
        match: `(?<=[\\s,"]|^)(${words.actions})(?=[\\s,":\\\\]|$)`,
        ...scoped('entity.other.attribute-name.action'),
      },
      {
        begin: "'",
        end: `'|(?=")|${END}`,
        ...OPEN,
        ...CLOSE,
        ...scoped('string.quoted.single'),
        patterns: [include('continued'), include('macro'), include('argument')],
      },
      { match: ',', ...scoped('punctuation.separator.action') },
      NUMBER,
    ],
  },
};

export const grammar: Grammar = {
  name: 'SecLang',
  scopeName: SCOPE,
  fileTypes: [],
  patterns: [
    include('comment'),
    directive('(?i:SecRule)', 'keyword.control.directive', [
      quoted('\\G[ \\t]+"', 'string.quoted.double.targets', [include('targets')]),
      operatorAndActions,
      include('targets'),
    ]),
    directive('(?i:SecAction|SecDefaultAction)', 'keyword.control.directive', [
      actionString,
      include('actions'),
    ]),
    directive('(?i:SecRuleUpdateActionById)', 'keyword.control.directive', [
      IDS,
      actionString,
      include('actions'),
    ]),
    directive('(?i:SecRuleRemove|SecRuleUpdateTarget)(?i:ById)', 'keyword.control.directive', [
      IDS,
      targetString,
      include('targets'),
    ]),
    directive('(?i:SecRuleUpdateTarget)(?i:ByTag|ByMsg)', 'keyword.control.directive', [
      targetString,
      include('targets'),
    ]),
    directive(words.directives, 'keyword.control.directive', [include('arguments')]),
    directive('(?i:Sec)\\w+', 'invalid.illegal.directive', [include('arguments')]),
  ],
  repository: {
    ...repository,
    arguments: {
      patterns: [
        quoted('"', 'string.quoted.double', []),
        { match: '\\b(?i:On|Off|DetectionOnly|RelevantOnly)\\b', ...scoped('constant.language') },
        NUMBER,
        { match: '[^\\s"\\\\]+', ...scoped('string.unquoted') },
      ],
    },
  },
};
