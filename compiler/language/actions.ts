/** All actions, one record for each name (manual: Actions). */
import { byLowerName, type NameRecord, unsupportedNames } from './name-record.ts';

export type ActionGroup = 'metadata' | 'effect' | 'disruptive' | 'flow' | 'data' | 'transformation';

export type ActionRecord = NameRecord & {
  readonly group: ActionGroup;
  readonly argument: 'none' | 'required' | 'optional';
  /** How the argument is written, or its values when there are few; left out when there is none. */
  readonly takes?: string | readonly string[];
  /** An empty argument is ignored with a warning, as if it were not there, instead of being refused. */
  readonly mayBeEmpty?: true;
  /** Allowed in SecDefaultAction; left out for actions that describe a single rule. */
  readonly inherited?: true;
};

/** The record with its name as the manual spells it. */
export type Action = ActionRecord & { readonly name: string };

const records: Readonly<Record<string, ActionRecord>> = {
  accuracy: {
    documentation: 'How sure the rule is, 1 to 9; for the audit log only.',
    group: 'metadata',
    argument: 'required',
    takes: '1-9',
  },
  allow: {
    documentation:
      'Ends the inspection and lets the transaction pass; allow:phase ends the phase, allow:request the request.',
    differs: 'Phase 5 runs, as in ModSecurity; Coraza leaves it out.',
    group: 'disruptive',
    argument: 'optional',
    takes: ['phase', 'request'],
    inherited: true,
  },
  auditlog: {
    documentation: 'A match makes the transaction one for the audit log.',
    group: 'data',
    argument: 'none',
    inherited: true,
  },
  block: {
    documentation: 'Does what SecDefaultAction of the phase says.',
    differs: 'Without a SecDefaultAction of its phase it blocks nothing, and the compiler warns.',
    group: 'disruptive',
    argument: 'none',
    inherited: true,
  },
  capture: {
    documentation: 'Puts what the operator captures into TX:0 to TX:9.',
    differs:
      'Ten captures; what an earlier match has left beyond them is cleared. Coraza keeps nine and clears nothing.',
    group: 'data',
    argument: 'none',
  },
  chain: {
    documentation: 'The rule only matches when the next one matches too.',
    group: 'flow',
    argument: 'none',
  },
  ctl: {
    documentation: 'Changes a setting for the rest of this transaction.',
    group: 'effect',
    argument: 'required',
    takes: 'OPTION=VALUE',
  },
  deny: {
    documentation: 'Stops the transaction with the status (403 unless status says otherwise).',
    group: 'disruptive',
    argument: 'none',
    inherited: true,
  },
  deprecatevar: {
    documentation:
      'Lowers a variable by an amount every so many seconds: deprecatevar:ip.score=60/300.',
    group: 'effect',
    argument: 'required',
    takes: 'COLLECTION.NAME=AMOUNT/SECONDS',
  },
  drop: {
    documentation: 'Stops the transaction and closes the connection.',
    differs: 'Closes the connection; the status in logs is 403 unless it is set.',
    group: 'disruptive',
    argument: 'none',
    inherited: true,
  },
  expirevar: {
    documentation: 'Lets a variable vanish after so many seconds: expirevar:ip.blocked=60.',
    differs: 'Works; Coraza ignores it. See initcol.',
    group: 'effect',
    argument: 'required',
    takes: 'COLLECTION.NAME=SECONDS',
  },
  id: {
    documentation: 'The number of the rule; each is used once.',
    group: 'metadata',
    argument: 'required',
    takes: 'NUMBER',
  },
  initcol: {
    documentation: 'Opens a collection that outlives the transaction: initcol:ip=%{REMOTE_ADDR}.',
    differs:
      'Works; Coraza ignores it. Collections live in memory, at most 100,000 of them in 64 MiB, for all workers of a host: a reload keeps them, a restart does not; with SHARED_STATE_URL they are in Redis, for all replicas. Counters in them do not go below 0.',
    group: 'effect',
    argument: 'required',
    takes: 'COLLECTION=KEY',
  },
  log: {
    documentation: 'A match goes to the error log, and to the audit log unless noauditlog follows.',
    differs: 'Only phase 2 logs without it, as in Coraza.',
    group: 'data',
    argument: 'none',
    inherited: true,
  },
  logdata: {
    documentation: 'Text of the log about the data that matched; macros are expanded.',
    group: 'metadata',
    argument: 'required',
    takes: 'TEXT',
    mayBeEmpty: true,
  },
  maturity: {
    documentation: 'How well the rule is tested, 1 to 9; for the audit log only.',
    group: 'metadata',
    argument: 'required',
    takes: '1-9',
  },
  msg: {
    documentation: 'What the log says of a match; macros are expanded.',
    group: 'metadata',
    argument: 'required',
    takes: 'TEXT',
    mayBeEmpty: true,
  },
  multiMatch: {
    documentation:
      'Runs the operator on the value before and after each transformation that changes it.',
    group: 'data',
    argument: 'none',
  },
  noauditlog: {
    documentation: 'A match alone does not make the transaction one for the audit log.',
    group: 'data',
    argument: 'none',
    inherited: true,
  },
  nolog: {
    documentation: 'A match goes to no log.',
    group: 'data',
    argument: 'none',
    inherited: true,
  },
  pass: {
    documentation: 'Goes on after a match.',
    group: 'disruptive',
    argument: 'none',
    inherited: true,
  },
  phase: {
    documentation:
      'When the rule runs: 1 request headers, 2 request body, 3 response headers, 4 response body, 5 logging.',
    differs: 'Phase 2 unless it is set, as in Coraza and ModSecurity 2.',
    group: 'metadata',
    argument: 'required',
    takes: ['1', '2', '3', '4', '5', 'request', 'response', 'logging'],
    inherited: true,
  },
  redirect: {
    documentation: 'Stops the transaction and sends the client elsewhere; macros are expanded.',
    differs: 'Macros are expanded, as in ModSecurity; control characters are left out.',
    group: 'disruptive',
    argument: 'required',
    takes: 'URL',
    inherited: true,
  },
  rev: {
    documentation: 'The revision of the rule.',
    group: 'metadata',
    argument: 'required',
    takes: 'TEXT',
    mayBeEmpty: true,
  },
  setenv: {
    documentation: 'Sets a variable of ENV.',
    differs: 'Fills ENV of this transaction only; never the environment of the process.',
    group: 'effect',
    argument: 'required',
    takes: 'NAME=VALUE',
  },
  setrsc: {
    documentation: 'Opens the collection RESOURCE under this key.',
    group: 'effect',
    argument: 'required',
    takes: 'KEY',
  },
  setsid: {
    documentation: 'Opens the collection SESSION under this key.',
    group: 'effect',
    argument: 'required',
    takes: 'KEY',
  },
  setuid: {
    documentation: 'Opens the collection USER under this key.',
    group: 'effect',
    argument: 'required',
    takes: 'KEY',
  },
  setvar: {
    documentation:
      'Sets, adds to, or with ! removes a variable: setvar:tx.a=1, setvar:tx.a=+1, setvar:!tx.a.',
    differs: 'Without a value 1, with ! unset, as in ModSecurity; Coraza crashes. All collections.',
    group: 'effect',
    argument: 'required',
    takes: '[!]COLLECTION.NAME[=VALUE|=+NUMBER|=-NUMBER]',
  },
  severity: {
    documentation:
      'How bad a match is: EMERGENCY, ALERT, CRITICAL, ERROR, WARNING, NOTICE, INFO, DEBUG, or 0 to 7.',
    group: 'metadata',
    argument: 'required',
    takes: ['EMERGENCY', 'ALERT', 'CRITICAL', 'ERROR', 'WARNING', 'NOTICE', 'INFO', 'DEBUG'],
  },
  skip: {
    documentation: 'After a match passes over the next so many rules of the phase.',
    differs: 'Counts rules, not markers.',
    group: 'flow',
    argument: 'required',
    takes: 'NUMBER',
  },
  skipAfter: {
    documentation: 'After a match goes on behind the SecMarker of this name.',
    differs: 'Holds for its phase; a marker that is missing or stands earlier is an error.',
    group: 'flow',
    argument: 'required',
    takes: 'MARKER',
  },
  status: {
    documentation: 'The status of deny and redirect.',
    differs:
      'Of 100 to 599; another one is left out, with a warning. Accuracy, maturity and severity likewise.',
    group: 'data',
    argument: 'required',
    takes: 'STATUS',
    inherited: true,
  },
  t: {
    documentation: 'A transformation of the value before the operator sees it; in order.',
    group: 'transformation',
    argument: 'required',
    takes: 'TRANSFORMATION',
    inherited: true,
  },
  tag: {
    documentation: 'A label of the rule; others can select rules by it.',
    differs: 'Not expanded, as in Coraza.',
    group: 'metadata',
    argument: 'required',
    takes: 'TEXT',
    mayBeEmpty: true,
    inherited: true,
  },
  ver: {
    documentation: 'The version of the rule set.',
    group: 'metadata',
    argument: 'required',
    takes: 'TEXT',
    mayBeEmpty: true,
  },
  xmlns: {
    documentation: 'Names a namespace for XPath selectors.',
    differs:
      'Binds prefixes for XPaths of its own rule; a prefix that none binds is compared as it is written.',
    group: 'data',
    argument: 'required',
    takes: 'PREFIX=URI',
  },
};

/** By name in lower case. */
export const actions: ReadonlyMap<string, Action> = byLowerName(records);

/** Actions of other engines that are refused here, with the reason. */
export const refusedActions = unsupportedNames({
  append: 'Responses are inspected, never rewritten.',
  exec: 'Running a program for a request inside a proxy is not safe.',
  marker: 'Use the directive SecMarker.',
  pause: 'Holding a connection open helps the attacker, not the site.',
  prepend: 'Responses are inspected, never rewritten.',
  proxy: 'The backend is chosen by BACKENDS alone.',
  sanitiseArg: 'The audit log masks secrets by itself (AUDIT_REDACT).',
  sanitiseMatched: 'The audit log masks secrets by itself (AUDIT_REDACT).',
  sanitiseMatchedBytes: 'The audit log masks secrets by itself (AUDIT_REDACT).',
  sanitiseRequestHeader: 'The audit log masks secrets by itself (AUDIT_REDACT).',
  sanitiseResponseHeader: 'The audit log masks secrets by itself (AUDIT_REDACT).',
});
