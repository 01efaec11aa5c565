/** Operators that search for text, phrases, expressions and paths. */
import type { OperatorRecords } from './record.ts';

export const texts: OperatorRecords = {
  beginsWith: {
    documentation: 'The value begins with the text.',
    engine: 'beginsWith',
    argument: 'text',
    containsArgument: true,
  },
  contains: {
    documentation: 'The value contains the text.',
    engine: 'contains',
    argument: 'text',
    containsArgument: true,
  },
  containsWord: {
    documentation: 'The value contains the text as a whole word.',
    differs:
      'Words consist of letters, digits and _, as in ModSecurity 2; in ModSecurity 3 only of letters.',
    engine: 'containsWord',
    argument: 'text',
    containsArgument: true,
  },
  endsWith: {
    documentation: 'The value ends with the text.',
    engine: 'endsWith',
    argument: 'text',
    containsArgument: true,
  },
  pm: {
    documentation: 'The value contains one of the blank-separated phrases, ignoring case.',
    differs:
      'Supports |41 42| and backslash escapes, as in ModSecurity; several blanks are one separator; up to ten captures, as in Coraza.',
    engine: 'pm',
    argument: 'phrases',
    captures: 'pmCaptures',
  },
  pmf: {
    documentation: 'Alias of @pmFromFile.',
    engine: 'pm',
    argument: 'phraseFile',
    captures: 'pmCaptures',
  },
  pmFromDataset: {
    documentation: 'The value contains one of the phrases of a SecDataset, ignoring case.',
    engine: 'pm',
    argument: 'phraseDataset',
    captures: 'pmCaptures',
  },
  pmFromFile: {
    documentation:
      'The value contains one of the phrases of a file, one on each line, ignoring case.',
    engine: 'pm',
    argument: 'phraseFile',
    captures: 'pmCaptures',
  },
  restpath: {
    documentation: 'The path matches the template; its named parts are stored in ARGS_PATH.',
    differs: 'Text outside the braces is literal; in Coraza it is a regular expression.',
    engine: 'restpath',
    argument: 'template',
    captures: 'restpathParameters',
    into: 'ARGS_PATH',
  },
  rx: {
    documentation:
      'The regular expression (PCRE syntax, over bytes) matches somewhere in the value, in time linear in its length.',
    differs:
      '^ and $ match at the ends of the value, as in ModSecurity 2, and with (?m) at line ends. A dot matches any byte. Look-around is allowed. Macros are expanded, as in ModSecurity. Back-references take up to SecPcreMatchLimit steps; above that the request is refused.',
    engine: 'rx',
    argument: 'regex',
    captures: 'rxCaptures',
  },
  rxGlobal: {
    documentation: 'Like @rx, but captures every match.',
    differs:
      'Stores all matches with their groups in order, up to ten captures, and expands macros, as in ModSecurity 3.',
    engine: 'rx',
    argument: 'regex',
    captures: 'rxGlobalCaptures',
  },
  streq: {
    documentation: 'The value equals the text.',
    engine: 'streq',
    argument: 'text',
    containsArgument: true,
  },
  strmatch: {
    documentation: 'The value contains the text.',
    engine: 'strmatch',
    argument: 'text',
    containsArgument: true,
  },
  within: {
    documentation: 'The text contains the whole value.',
    engine: 'within',
    argument: 'text',
  },
};
