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

/** A name as the manual spells it. */
export type ActionName = keyof typeof records;

const records = {
  accuracy: {
    documentation: 'Accuracy of the rule, 1 to 9; used only in the audit log.',
    group: 'metadata',
    argument: 'required',
    takes: '1-9',
  },
  allow: {
    documentation:
      'Stops the inspection and lets the transaction pass; allow:phase stops the current phase, allow:request the request phases.',
    differs: 'Phase 5 runs, as in ModSecurity; Coraza skips it.',
    group: 'disruptive',
    argument: 'optional',
    takes: ['phase', 'request'],
    inherited: true,
  },
  auditlog: {
    documentation: 'A match marks the transaction for the audit log.',
    group: 'data',
    argument: 'none',
    inherited: true,
  },
  block: {
    documentation: 'Applies the disruptive action of SecDefaultAction for the phase.',
    differs: 'Without a SecDefaultAction of its phase it blocks nothing, and the compiler warns.',
    group: 'disruptive',
    argument: 'none',
    inherited: true,
  },
  capture: {
    documentation: 'Stores the captures of the operator in TX:0 to TX:9.',
    differs:
      'Stores ten captures and clears the rest of an earlier match. Coraza stores nine and clears nothing. A negated operator captures nothing; in ModSecurity and Coraza it captures where it does not match.',
    group: 'data',
    argument: 'none',
  },
  chain: {
    documentation: 'The rule matches only if the next rule matches too.',
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
      'Decreases a variable by an amount every N seconds: deprecatevar:ip.score=60/300.',
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
    documentation: 'Removes a variable after the given number of seconds: expirevar:ip.blocked=60.',
    differs: 'Supported; Coraza ignores it. See initcol.',
    group: 'effect',
    argument: 'required',
    takes: 'COLLECTION.NAME=SECONDS',
  },
  id: {
    documentation: 'The unique id of the rule.',
    group: 'metadata',
    argument: 'required',
    takes: 'NUMBER',
  },
  initcol: {
    documentation: 'Opens a persistent collection: initcol:ip=%{REMOTE_ADDR}.',
    differs:
      'Supported; Coraza ignores it. Collections are in memory, at most 100,000 of them in 64 MiB, shared by all workers of a host; they survive a reload but not a restart. With SHARED_STATE_URL they are in Redis, shared by all replicas. Their counters do not go below 0. An empty key is a key, as in ModSecurity: all requests without a value for its macro share one collection, so test the value before initcol.',
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
    documentation: 'Log text about the data that matched; macros are expanded.',
    group: 'metadata',
    argument: 'required',
    takes: 'TEXT',
    mayBeEmpty: true,
  },
  maturity: {
    documentation: 'Maturity of the rule, 1 to 9; used only in the audit log.',
    group: 'metadata',
    argument: 'required',
    takes: '1-9',
  },
  msg: {
    documentation: 'Log message for a match; macros are expanded.',
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
    documentation: 'A match does not mark the transaction for the audit log.',
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
    documentation: 'Continues with the next rule after a match.',
    group: 'disruptive',
    argument: 'none',
    inherited: true,
  },
  phase: {
    documentation:
      'The phase in which the rule runs: 1 request headers, 2 request body, 3 response headers, 4 response body, 5 logging.',
    differs: 'The default is phase 2, as in Coraza and ModSecurity 2.',
    group: 'metadata',
    argument: 'required',
    takes: ['1', '2', '3', '4', '5', 'request', 'response', 'logging'],
    inherited: true,
  },
  redirect: {
    documentation: 'Stops the transaction and redirects the client to a URL; macros are expanded.',
    differs: 'Macros are expanded, as in ModSecurity; control characters are removed.',
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
    documentation: 'Sets a variable in ENV.',
    differs: 'Sets ENV for this transaction only, never the environment of the process.',
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
      'Sets, increments, or with ! removes a variable: setvar:tx.a=1, setvar:tx.a=+1, setvar:!tx.a.',
    differs:
      'Without a value sets 1 and with ! removes the variable, as in ModSecurity; Coraza crashes. Works for all collections.',
    group: 'effect',
    argument: 'required',
    takes: '[!]COLLECTION.NAME[=VALUE|=+NUMBER|=-NUMBER]',
  },
  severity: {
    documentation:
      'Severity of a match: EMERGENCY, ALERT, CRITICAL, ERROR, WARNING, NOTICE, INFO, DEBUG, or 0 to 7.',
    group: 'metadata',
    argument: 'required',
    takes: ['EMERGENCY', 'ALERT', 'CRITICAL', 'ERROR', 'WARNING', 'NOTICE', 'INFO', 'DEBUG'],
  },
  skip: {
    documentation: 'Skips the given number of rules of the phase after a match.',
    differs: 'Counts rules, also those that ctl removes, but not markers.',
    group: 'flow',
    argument: 'required',
    takes: 'NUMBER',
  },
  skipAfter: {
    documentation: 'Skips to the SecMarker of this name after a match.',
    differs: 'Applies within its phase; a marker that is missing or precedes the rule is an error.',
    group: 'flow',
    argument: 'required',
    takes: 'MARKER',
  },
  status: {
    documentation: 'The status of deny and redirect.',
    differs:
      '200 to 599; other values are ignored with a warning, as are those of accuracy, maturity and severity.',
    group: 'data',
    argument: 'required',
    takes: 'STATUS',
    inherited: true,
  },
  t: {
    documentation:
      'A transformation of the value before the operator runs; transformations run in order.',
    group: 'transformation',
    argument: 'required',
    takes: 'TRANSFORMATION',
    inherited: true,
  },
  tag: {
    documentation: 'A label of the rule, by which directives and ctl actions select rules.',
    differs: 'Macros are not expanded, as in Coraza.',
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
    documentation: 'Binds a namespace prefix for XPath selectors.',
    differs:
      'Binds prefixes for the XPaths of its own rule; an unbound prefix is compared literally.',
    group: 'data',
    argument: 'required',
    takes: 'PREFIX=URI',
  },
} satisfies Readonly<Record<string, ActionRecord>>;

/** By name in lower case. */
export const actions: ReadonlyMap<string, Action> = byLowerName<ActionRecord>(records);

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
