/** Where a supported name means something else than in Coraza or ModSecurity; keys as the page prints them. */

export const differences: ReadonlyMap<string, string> = new Map([
  // Directives
  [
    'SecArgumentSeparator',
    'Takes & only: with another separator the backend would see other arguments.',
  ],
  [
    'SecArgumentsLimit',
    'Counts the arguments of query and body together, whatever its processor; more of them end the request with 400.',
  ],
  [
    'SecAuditLogRelevantStatus',
    'A matched rule or this status is enough, as in ModSecurity; Coraza wants both. Look-around is allowed.',
  ],
  ['SecAuditLogDirMode', 'Octal, or default: 0750.'],
  ['SecAuditLogFileMode', 'Octal, or default: 0640. Of the files that Concurrent makes.'],
  [
    'SecAuditLogFormat',
    'JSON unless it is set, or Native; no OCSF, no JsonLegacy. Part K of Native is empty: compiled modules do not hold the text of rules.',
  ],
  [
    'SecAuditLogType',
    'Serial or Concurrent, whose index lines in SecAuditLog are those of ModSecurity 2, in UTC; no HTTPS, no Syslog.',
  ],
  ['SecCookieFormat', 'Takes 0 only: version 1 cookies no longer exist (RFC 6265).'],
  [
    'SecDefaultAction',
    'May hold t: and tag:, as in ModSecurity; Coraza refuses the one and forgets the other. A second one for a phase replaces the first; ModSecurity 3 does not load it.',
  ],
  [
    'SecDebugLogLevel',
    '1 errors, 3 matches, 4 phases and verdicts, 9 every rule with its values and results: a program compiled for level 9 decides nothing beforehand and is slower; others have no code for it.',
  ],
  [
    'SecResponseBodyMimeType',
    'The first one replaces the built-in list, the others add to it, as in ModSecurity; Coraza replaces each time.',
  ],
  ['SecRequestBodyNoFilesLimit', 'Enforced, as in ModSecurity; Coraza only stores it.'],
  ['SecRuleEngine', 'Off unless it is set, as in ModSecurity; Coraza starts with On.'],
  [
    'SecRuleUpdateActionById',
    'Every id and range; block means what SecDefaultAction says. Coraza changes the first id only.',
  ],
  [
    'SecRuleUpdateTargetById',
    'Every id and range, additions too; Coraza changes the first id and loses additions to ranges.',
  ],
  [
    'SecRuleUpdateTargetByTag',
    'Additions too; the tag is compared whole, as in Coraza (ModSecurity 2: expression).',
  ],
  [
    'SecRuleUpdateTargetByMsg',
    'Works, as in ModSecurity; Coraza ignores it. The text is compared whole, unexpanded.',
  ],
  [
    'SecRuleRemoveByMsg',
    'The text is compared whole, unexpanded; Coraza crashes on a rule without msg.',
  ],
  ['SecRuleRemoveByTag', 'The tag is compared whole, as in Coraza (ModSecurity 2: expression).'],
  // Variables
  [
    'ARGS_POST',
    'Names that differ in case only, and repeated names, are all kept; Coraza loses all but one (a bypass). A text body that no processor reads is read as it looks: JSON, XML, a form, else one argument without a name. Coraza leaves it unread.',
  ],
  ['AUTH_TYPE', 'Always empty: a reverse proxy does not know it.'],
  [
    'DURATION',
    'Microseconds since the transaction began, as in ModSecurity 2; always 0 in Coraza.',
  ],
  ['ENV', 'Holds what setenv has set for this transaction; never the environment of the process.'],
  [
    'FILES',
    'The key is the form field, as in ModSecurity; empty in Coraza. A file with filename and filename* is there twice.',
  ],
  ['FILES_COMBINED_SIZE', 'Files only, as in ModSecurity; Coraza adds the fields.'],
  ['FILES_SIZES', 'The key is the form field, as in ModSecurity; the file name in Coraza.'],
  ['FILES_TMPNAMES', 'Always empty: uploads are never written to files of their own.'],
  [
    'GEO',
    'COUNTRY_CODE, COUNTRY_NAME, COUNTRY_CONTINENT; with a city database REGION, CITY, POSTAL_CODE, LATITUDE, LONGITUDE. MMDB files have no COUNTRY_CODE3, DMA_CODE and AREA_CODE.',
  ],
  ['MSC_PCRE_ERROR', 'Always 0: matching is linear.'],
  ['MSC_PCRE_LIMITS_EXCEEDED', 'Always 0: matching is linear.'],
  ['PATH_INFO', 'Always empty: a reverse proxy does not know it.'],
  ['REMOTE_HOST', 'The address, as in ModSecurity 3: no name server is asked.'],
  ['REMOTE_USER', 'Always empty: a reverse proxy does not know it.'],
  [
    'REQBODY_PROCESSOR',
    'In phase 2 what a body that no processor reads looks like: JSON, XML, URLENCODED. A fault in such a body is no REQBODY_ERROR.',
  ],
  [
    'REQUEST_BODY',
    'Filled for URLENCODED, RAW and forced bodies, as in Coraza, and for text that no processor reads; ModSecurity 3 fills it for every body.',
  ],
  [
    'REQUEST_BODY_LENGTH',
    'The length of every body, as in ModSecurity; Coraza counts where REQUEST_BODY is filled.',
  ],
  ['REQUEST_FILENAME', 'Percent-decoded once, also in targets that Go cannot parse.'],
  [
    'RULE',
    'As a target severity is the number and what the rule does not set is not there, as in ModSecurity; msg and logdata are expanded when the target is read. In macros %{rule.severity} is the word, as in Coraza.',
  ],
  ['TX', 'Empty at the start; Coraza starts with the keys 0 to 10.'],
  ['URLENCODED_ERROR', '0 or 1, as in ModSecurity; a text in Coraza. Set by queries and bodies.'],
  [
    'XML',
    'Paths of /, //, names, *, [n], @name and text(); Coraza knows /* and //@* only. One value for each text and attribute. A DOCTYPE is no text: what it gives attributes by default is in //@*, entity declarations and external DTDs but those of publishers such as w3.org set REQBODY_ERROR. Namespace declarations are in //@*, as in Coraza, but those of XHTML, SVG, MathML and XLink.',
  ],
  // Operators
  [
    '@containsWord',
    'Words of letters, digits and _, as in ModSecurity 2; ModSecurity 3 takes letters only.',
  ],
  ['@detectXSS', 'TX.0 is the whole value, as in ModSecurity; Coraza captures nothing.'],
  ['@eq', 'Text that is no number is 0, as in Coraza; ModSecurity takes the digits before it.'],
  ['@ge', 'As @eq.'],
  [
    '@geoLookup',
    'Asks the MMDB database of GEO_DB_PATH for an address; matches nothing without one, and always in Coraza. Host names are not resolved.',
  ],
  ['@gt', 'As @eq.'],
  ['@le', 'As @eq.'],
  ['@lt', 'As @eq.'],
  ['@ipMatch', 'A faulty entry is an error; Coraza skips it.'],
  [
    '@pm',
    'With |41 42| and backslash escapes, as in ModSecurity; blanks in a row make no empty phrase; up to ten captures, as in Coraza.',
  ],
  ['@restpath', 'Text outside the braces stands for itself; in Coraza it is an expression.'],
  [
    '@rx',
    '^ and $ are the ends of the value, as in ModSecurity 2; (?m) makes them line ends. A dot is any byte. Look-around is allowed. Macros are expanded, as in ModSecurity. Back-references take up to SecPcreMatchLimit steps; then the request is refused.',
  ],
  [
    '@validateByteRange',
    'A range that cannot be read is an error, as in Coraza; ModSecurity 3 drops it.',
  ],
  [
    '@rxGlobal',
    'Captures match after match with its groups, ten texts in all, and expands macros, as in ModSecurity 3.',
  ],
  ['@validateNid', 'Looks at every candidate; Coraza at ten.'],
  // Transformations
  ['base64Decode', 'Never fails: stops at the first byte outside the alphabet, as in Coraza.'],
  ['cssDecode', 'One byte for each escape, as in ModSecurity; UTF-8 in Coraza.'],
  ['escapeSeqDecode', 'Octal modulo 256, as in ModSecurity; Coraza gives FF.'],
  [
    'hexDecode',
    'Decodes pair by pair, as in ModSecurity; Coraza leaves the value whole when one char is no digit.',
  ],
  [
    'htmlEntityDecode',
    'All names of ASCII characters; numbers to FF are one byte, above UTF-8. Coraza knows all names of HTML and always gives UTF-8.',
  ],
  ['jsDecode', 'With octal escapes, as in ModSecurity; Coraza breaks them.'],
  ['lowercase', 'ASCII letters, byte by byte, as in ModSecurity; Coraza rewrites invalid UTF-8.'],
  ['normalizePath', 'As in ModSecurity; Coraza makes // of /.'],
  [
    'normalizePathWin',
    'As in ModSecurity, and blanks before a slash are dropped, as Windows drops them; Coraza also cuts at a colon and drops dots at segment ends.',
  ],
  [
    'removeWhitespace',
    'White space of C, the byte A0 and that of Unicode as UTF-8; invalid UTF-8 stays as it is.',
  ],
  ['uppercase', 'As lowercase.'],
  [
    'urlDecodeUni',
    'Fits all characters of code page 20127 to ASCII, %u00a0 to %u00ff included, as ModSecurity does with the map file of its recommended configuration; other pages by SecUnicodeMapFile. %u3002 and %uff61 are dots. Coraza 3.8 has page 20127 only.',
  ],
  [
    'utf8toUnicode',
    'Overlong forms and surrogates too; invalid bytes stay, as in ModSecurity (Coraza: %ufffd).',
  ],
  // Actions
  ['allow', 'Phase 5 runs, as in ModSecurity; Coraza leaves it out.'],
  ['block', 'Without a SecDefaultAction of its phase it blocks nothing, and the compiler warns.'],
  [
    'capture',
    'Ten captures; what an earlier match has left beyond them is cleared. Coraza keeps nine and clears nothing.',
  ],
  ['drop', 'Closes the connection; the status in logs is 403 unless it is set.'],
  ['expirevar', 'Works; Coraza ignores it. See initcol.'],
  [
    'initcol',
    'Works; Coraza ignores it. Collections live in memory, at most 100,000 of them in 64 MiB for each profile: a reload keeps them, a restart does not, and each worker process has its own.',
  ],
  ['log', 'Only phase 2 logs without it, as in Coraza.'],
  ['phase', 'Phase 2 unless it is set, as in Coraza and ModSecurity 2.'],
  ['redirect', 'Macros are expanded, as in ModSecurity; control characters are left out.'],
  ['setenv', 'Fills ENV of this transaction only; never the environment of the process.'],
  [
    'setvar',
    'Without a value 1, with ! unset, as in ModSecurity; Coraza crashes. All collections.',
  ],
  ['skip', 'Counts rules, not markers.'],
  ['skipAfter', 'Holds for its phase; a marker that is missing or stands earlier is an error.'],
  ['tag', 'Not expanded, as in Coraza.'],
  [
    'status',
    'Of 100 to 599; another one is left out, with a warning. Accuracy, maturity and severity likewise.',
  ],
  [
    'xmlns',
    'Binds prefixes for XPaths of its own rule; a prefix that none binds is compared as it is written.',
  ],
  // ctl
  ['ctl:auditLogParts', 'Parts keep their order and A and Z stay; Coraza loses them.'],
  [
    'ctl:debugLogLevel',
    'From 9 on rules are traced, below they are not; a program with ctl:debugLogLevel=9 in it is compiled for it.',
  ],
  [
    'ctl:forceRequestBodyVariable',
    'A body that is forced and looks like JSON or XML is read so as well as URLENCODED.',
  ],
  [
    'ctl:requestBodyProcessor',
    'RAW fills REQUEST_BODY, and the arguments too when the body is text and its type is no form.',
  ],
  [
    'ctl:responseBodyProcessor',
    'JSON fills RESPONSE_ARGS, as in Coraza, and RESPONSE_BODY is filled as well; the others change nothing.',
  ],
  [
    'ctl:ruleEngine',
    'Off lets the phase finish without verdicts, as in Coraza; ModSecurity 2 stops at once.',
  ],
  ['ctl:ruleRemoveByTag', 'The tag is compared whole, as in Coraza and ModSecurity 3.'],
  [
    'ctl:ruleRemoveTargetById',
    'Lists, ranges and key patterns /.../; the variable is compared exactly: ARGS_GET is not ARGS.',
  ],
]);
