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
    documentation: 'The text stands anywhere in the value.',
    engine: 'contains',
    argument: 'text',
    containsArgument: true,
  },
  containsWord: {
    documentation: 'The text stands in the value as a word of its own.',
    differs:
      'Words of letters, digits and _, as in ModSecurity 2; ModSecurity 3 takes letters only.',
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
    documentation: 'One of the blank-separated phrases stands in the value, whatever the case.',
    differs:
      'With |41 42| and backslash escapes, as in ModSecurity; blanks in a row make no empty phrase; up to ten captures, as in Coraza.',
    engine: 'pm',
    argument: 'phrases',
    captures: 'pmCaptures',
  },
  pmf: {
    documentation: 'Short for @pmFromFile.',
    engine: 'pm',
    argument: 'phraseFile',
    captures: 'pmCaptures',
  },
  pmFromDataset: {
    documentation: 'One of the phrases of a SecDataset stands in the value, whatever the case.',
    engine: 'pm',
    argument: 'phraseDataset',
    captures: 'pmCaptures',
  },
  pmFromFile: {
    documentation:
      'One of the phrases of a file, one a line, stands in the value, whatever the case.',
    engine: 'pm',
    argument: 'phraseFile',
    captures: 'pmCaptures',
  },
  restpath: {
    documentation: 'The path fits the template; its named parts go to ARGS_PATH.',
    differs: 'Text outside the braces stands for itself; in Coraza it is an expression.',
    engine: 'restpath',
    argument: 'template',
    captures: 'restpathParameters',
    into: 'ARGS_PATH',
  },
  rx: {
    documentation:
      'The regular expression (PCRE, over bytes) matches somewhere in the value. Linear in its length.',
    differs:
      '^ and $ are the ends of the value, as in ModSecurity 2; (?m) makes them line ends. A dot is any byte. Look-around is allowed. Macros are expanded, as in ModSecurity. Back-references take up to SecPcreMatchLimit steps; then the request is refused.',
    engine: 'rx',
    argument: 'regex',
    captures: 'rxCaptures',
  },
  rxGlobal: {
    documentation: 'As @rx, and captures of every match are kept.',
    differs:
      'Captures match after match with its groups, ten texts in all, and expands macros, as in ModSecurity 3.',
    engine: 'rx',
    argument: 'regex',
    captures: 'rxGlobalCaptures',
  },
  streq: {
    documentation: 'The value is the text.',
    engine: 'streq',
    argument: 'text',
    containsArgument: true,
  },
  strmatch: {
    documentation: 'The text stands anywhere in the value.',
    engine: 'strmatch',
    argument: 'text',
    containsArgument: true,
  },
  within: {
    documentation: 'The value, as a whole, stands somewhere in the text.',
    engine: 'within',
    argument: 'text',
  },
};
