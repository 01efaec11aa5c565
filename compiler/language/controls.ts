/** Every option of `ctl` (manual: ctl). Names are compared without case. */

export const controls = [
  'auditEngine',
  'auditLogParts',
  'debugLogLevel',
  'forceRequestBodyVariable',
  'forceResponseBodyVariable',
  'requestBodyAccess',
  'requestBodyLimit',
  'requestBodyProcessor',
  'responseBodyAccess',
  'responseBodyLimit',
  'responseBodyProcessor',
  'ruleEngine',
  'ruleRemoveById',
  'ruleRemoveByMsg',
  'ruleRemoveByTag',
  'ruleRemoveTargetById',
  'ruleRemoveTargetByMsg',
  'ruleRemoveTargetByTag',
] as const;

export type ControlName = (typeof controls)[number];

/** Known elsewhere, without effect here: name and why. */
export const ignoredControls: ReadonlyMap<string, string> = new Map([
  ['hashEngine', 'Requests and responses are inspected, never rewritten.'],
  ['hashEnforcement', 'Requests and responses are inspected, never rewritten.'],
]);

/** Known elsewhere, refused here: name and why. */
export const refusedControls: ReadonlyMap<string, string> = new Map([
  ['parseXmlIntoArgs', 'XML is inspected as XML:/* and XML://@*.'],
  ['requestBodyNoFilesLimit', 'Set SecRequestBodyNoFilesLimit.'],
]);
