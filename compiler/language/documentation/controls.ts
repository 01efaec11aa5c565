/** What each option of ctl changes, for the rest of the transaction. */

export const controlTexts: ReadonlyMap<string, string> = new Map([
  ['auditEngine', 'Whether the audit log gets this transaction: On, Off, RelevantOnly.'],
  ['auditLogParts', 'The parts of the audit record: ABCFHZ, +E, -C.'],
  ['debugLogLevel', 'The level of the debug log, 0 to 9.'],
  ['forceRequestBodyVariable', 'On: REQUEST_BODY is filled whatever the body processor.'],
  ['forceResponseBodyVariable', 'On: RESPONSE_BODY is filled whatever the type.'],
  ['requestBodyAccess', 'On or Off: whether the request body is inspected.'],
  ['requestBodyLimit', 'The bytes a request body may have.'],
  [
    'requestBodyProcessor',
    'What the request body is read as: URLENCODED, MULTIPART, JSON, XML or RAW. Phase 1 only.',
  ],
  ['responseBodyAccess', 'On or Off: whether the response body is inspected.'],
  ['responseBodyLimit', 'The bytes of a response body that are inspected.'],
  ['responseBodyProcessor', 'What the response body is read as.'],
  ['ruleEngine', 'On, Off or DetectionOnly.'],
  ['ruleRemoveById', 'Switches rules off: an id or a range.'],
  ['ruleRemoveByMsg', 'Switches off the rules with this msg.'],
  ['ruleRemoveByTag', 'Switches off the rules with this tag.'],
  ['ruleRemoveTargetById', 'Takes a target from rules: 942100;ARGS:password.'],
  ['ruleRemoveTargetByMsg', 'Takes a target from the rules with this msg.'],
  [
    'ruleRemoveTargetByTag',
    'Takes a target from the rules with this tag: attack-sqli;ARGS:password.',
  ],
]);
