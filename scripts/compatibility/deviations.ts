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
  row('M', 'TAB or several blanks after a directive name', 'separate like one blank'),
  row('M', 'Lines of 64 KiB and more', 'are read to their end'),
  row('C', 'Comments that end with a backslash', 'do not continue on the next line; a warning'),
  row('C', 'Blank lines and comments in a continued directive', 'do not end it'),
  row(
    'M',
    'Quoted selectors, slashes in keys, patterns without an end',
    'the first two work, the third is an error',
  ),
  row('M', 'Exclusions before their variable', 'apply, with a warning'),
  row('M', 'Capitals in key patterns', 'match, ignoring case'),
  row('M', 'ARGS_NAMES:Foo', 'selects the name in any case'),
  row('M', 'Names of operators and ctl options', 'are compared without case'),
  row('C', 'Blanks around operator arguments', 'are trimmed'),
  row('M', 'Empty operator arguments', 'are the empty string, except for @pm'),
  row('M', 'Two blanks between the phrases of @pm', 'do not make an empty phrase; a warning'),
  row('M', '^ and $ in @rx', 'match at the ends of the value, as in ModSecurity 2'),
  row(
    'N',
    'Expressions',
    'have the meaning of PCRE over bytes; look-around is allowed; back-references have a step limit, at which the request is refused',
  ),
  row(
    'M',
    'Macros in @rx and @rxGlobal',
    'are expanded into the expression without escaping; an expression that cannot be compiled ends the request with 503, unless its rule cannot match in any case or does nothing',
  ),
  row('C', 'Macros', 'unknown names are errors; a macro without a value expands to its name'),
  row(
    'C',
    'SecDefaultAction',
    'applies to the rules of its phase that follow it; by default only phase 2 logs',
  ),
  row(
    'M',
    'block without SecDefaultAction',
    'blocks nothing, with a warning; in an update it means the action of SecDefaultAction',
  ),
  row(
    'M',
    'Updates and removals',
    'apply to every id and range, keep additions, accept texts with blanks',
  ),
  row('M', 'SecResponseBodyMimeType', 'replaces the built-in list once, then adds to it'),
  row('M', 'Rules without an id', 'are errors'),
  row('M', 'setvar:tx.x and setvar:!tx.x', 'set 1 and unset'),
  row('M', 'initcol, expirevar, exec', 'the first two work; exec is refused'),
  row('M', 'A stock modsecurity.conf', 'loads; what has no effect is a warning'),
  row(
    'C',
    'Actions of a rule with several matching values',
    'run for each, also in the first rules of chains that do not match',
  ),
  row('C', 'Values after a disruptive match', 'are all tested'),
  row('C', 'SecAction', 'overwrites MATCHED_VAR'),
  row('C', 'MATCHED_VAR', 'persists across rules and phases'),
  row('C', 'MATCHED_VARS', 'accumulates over the links of a chain'),
  row('M', 'Captures', 'are ten; the next match clears what it does not set; @detectXSS captures'),
  row('M', 'skip', 'counts rules, not markers'),
  row('N', 'skipAfter', 'applies within its phase; a missing or earlier marker is an error'),
  row('M', 'allow', 'lets phase 5 run'),
  row('C', 'ctl:ruleEngine=Off', 'lets the phase finish, without verdicts'),
  row(
    'C',
    'DetectionOnly',
    'blocks nothing, not even at limits; allow has no effect; the first verdict is recorded',
  ),
  row('M', 'A body of exactly the limit', 'is not too large'),
  row('C', 'Phases 2 and 4 without bodies', 'run'),
  row('M', 'Content-Type of a form', 'is recognised by its prefix, so parameters are allowed'),
  row('M', 'Names of arguments that differ in case only', 'are all available'),
  row('M', 'Repeated keys of JSON objects', 'are all available'),
  row('M', 'Request targets that are not a URI', 'are parsed nevertheless'),
  row('M', 'SecArgumentsLimit', 'counts arguments of queries and bodies'),
  row(
    'M',
    'Multipart bodies',
    'set all flags; parts are not decoded; FILES has the field as key; a file that some back end reads as a field is an argument, too',
  ),
  row('M', 'XML', 'is selected by XPath, not by two fixed keys'),
  row('C', 'Text where a number is expected', 'is 0, even if it begins with digits'),
  row('M', 'Invalid UTF-8 in transformations', 'stays unchanged'),
  row(
    'M',
    'Decoding transformations',
    'follow ModSecurity and the public vectors (see the tables above)',
  ),
  row(
    'C',
    '@within',
    'searches for the value in the argument; every argument contains the empty value',
  ),
  row('M', 'Invalid entries of @ipMatch', 'are errors'),
  row('N', 'TX at the start', 'is empty'),
  row(
    'N',
    'Audit log',
    'has the JSON fields of Coraza, one message for each matching value; a rule or the status makes it relevant, as in ModSecurity',
  ),
  row('M', 'Order of collections', 'is the order of the wire'),
];
