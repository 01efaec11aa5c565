/**
 * The 52 points on which the engines differ (docs/compatibility.md#where-the-engines-disagree), with our decision
 * on each.
 */

/** `agrees`: the engine that we agree with; C is Coraza, M ModSecurity, N neither. */
export type Deviation = {
  readonly about: string;
  readonly agrees: 'C' | 'M' | 'N';
  readonly decision: string;
};

const row = (agrees: Deviation['agrees'], about: string, decision: string): Deviation => ({
  about,
  agrees,
  decision,
});

/** The deviations in the order of the page; the first has number 1. */
export const deviations: readonly Deviation[] = [
  row('M', 'TAB or several blanks after a directive name', 'are blanks'),
  row('M', 'Lines of 64 KiB and more', 'are read to their end'),
  row('C', 'Comments that end in a backslash', 'end there, with a warning'),
  row('C', 'Blank lines and comments in a continued directive', 'do not end it'),
  row(
    'M',
    'Quoted selectors, slashes in keys, patterns without an end',
    'the first two work, the third is an error',
  ),
  row('M', 'Exclusions before their variable', 'count, with a warning'),
  row('M', 'Capitals in key patterns', 'match, whatever the case'),
  row('M', 'ARGS_NAMES:Foo', 'selects the name in any case'),
  row('M', 'Names of operators and ctl options', 'are compared without case'),
  row('C', 'Blanks around operator arguments', 'are trimmed'),
  row('M', 'Empty operator arguments', 'are the empty text, but for @pm'),
  row('M', 'Two blanks between the phrases of @pm', 'make no empty phrase; a warning'),
  row('M', '^ and $ in @rx', 'are the ends of the value, as in ModSecurity 2'),
  row(
    'N',
    'Expressions',
    'mean what PCRE means over bytes; look-around is allowed; back-references have a limit of steps and end the request there',
  ),
  row(
    'M',
    'Macros in @rx and @rxGlobal',
    'become part of the expression, as they are; one that cannot be compiled ends the request with 503',
  ),
  row('C', 'Macros', 'unknown names are errors; one that finds nothing prints its name'),
  row(
    'C',
    'SecDefaultAction',
    'holds for its phase and the rules behind it; by default only phase 2 logs',
  ),
  row(
    'M',
    'block without SecDefaultAction',
    'blocks nothing, with a warning; added by an update it means what SecDefaultAction says',
  ),
  row(
    'M',
    'Updates and removals',
    'reach every id and range, keep additions, take texts with blanks',
  ),
  row('M', 'SecResponseBodyMimeType', 'replaces the built-in list once, adds from then on'),
  row('M', 'Rules without an id', 'are errors'),
  row('M', 'setvar:tx.x and setvar:!tx.x', 'set 1 and unset'),
  row('M', 'initcol, expirevar, exec', 'the first two work; exec is refused'),
  row('M', 'A stock modsecurity.conf', 'loads; what has no effect is a warning'),
  row(
    'C',
    'Actions of a rule with several matching values',
    'run at each, also in heads of chains that fail later',
  ),
  row('C', 'Values after a disruptive match', 'are all tested'),
  row('C', 'SecAction', 'overwrites MATCHED_VAR'),
  row('C', 'MATCHED_VAR', 'lives on over rules and phases'),
  row('C', 'MATCHED_VARS', 'grows over the links of a chain'),
  row('M', 'Captures', 'are ten; the next match clears what it does not set; @detectXSS captures'),
  row('M', 'skip', 'counts rules, not markers'),
  row('N', 'skipAfter', 'holds for its phase; a missing or earlier marker is an error'),
  row('M', 'allow', 'lets phase 5 run'),
  row('C', 'ctl:ruleEngine=Off', 'lets the phase finish, without verdicts'),
  row(
    'C',
    'DetectionOnly',
    'blocks nothing, also not at limits; allow is inert; the first verdict is remembered',
  ),
  row('M', 'A body of exactly the limit', 'is not too large'),
  row('C', 'Phases 2 and 4 without bodies', 'run'),
  row('M', 'Content-Type of a form', 'is recognised by its beginning, with parameters'),
  row('M', 'Names of arguments that differ in case only', 'are all kept'),
  row('M', 'Repeated keys of JSON objects', 'are all kept'),
  row('M', 'Request targets that are no URI', 'are taken apart all the same'),
  row('M', 'SecArgumentsLimit', 'counts arguments of queries and bodies'),
  row('M', 'Multipart bodies', 'set all flags; parts are not decoded; FILES has the field as key'),
  row('M', 'XML', 'is read by XPath, not by two fixed keys'),
  row('C', 'Text where a number is expected', 'is 0, with digits in front too'),
  row('M', 'Invalid UTF-8 in transformations', 'stays as it is'),
  row(
    'M',
    'Decoding transformations',
    'follow ModSecurity and the public vectors (see the tables above)',
  ),
  row('C', '@within', 'looks for the value in the argument; the empty value is in every one'),
  row('M', 'Faulty entries of @ipMatch', 'are errors'),
  row('N', 'TX at the start', 'is empty'),
  row(
    'N',
    'Audit log',
    'has the JSON fields of Coraza, one message for each matching value; a rule or the status makes it relevant, as in ModSecurity',
  ),
  row('M', 'Order of collections', 'is the order of the wire'),
];
