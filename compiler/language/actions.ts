/** Every action: its group (manual: Actions) and whether it takes an argument. */

export type ActionGroup = 'metadata' | 'effect' | 'disruptive' | 'flow' | 'data' | 'transformation';

export type ActionRow = {
  readonly group: ActionGroup;
  readonly argument: 'none' | 'required' | 'optional';
};

const row = (group: ActionGroup, argument: ActionRow['argument']): ActionRow => ({
  group,
  argument,
});

export const actions: ReadonlyMap<string, ActionRow> = new Map([
  ['accuracy', row('metadata', 'required')],
  ['allow', row('disruptive', 'optional')],
  ['auditlog', row('data', 'none')],
  ['block', row('disruptive', 'none')],
  ['capture', row('data', 'none')],
  ['chain', row('flow', 'none')],
  ['ctl', row('effect', 'required')],
  ['deny', row('disruptive', 'none')],
  ['deprecatevar', row('effect', 'required')],
  ['drop', row('disruptive', 'none')],
  ['expirevar', row('effect', 'required')],
  ['id', row('metadata', 'required')],
  ['initcol', row('effect', 'required')],
  ['log', row('data', 'none')],
  ['logdata', row('metadata', 'required')],
  ['maturity', row('metadata', 'required')],
  ['msg', row('metadata', 'required')],
  ['multimatch', row('data', 'none')],
  ['noauditlog', row('data', 'none')],
  ['nolog', row('data', 'none')],
  ['pass', row('disruptive', 'none')],
  ['phase', row('metadata', 'required')],
  ['redirect', row('disruptive', 'required')],
  ['rev', row('metadata', 'required')],
  ['setenv', row('effect', 'required')],
  ['setrsc', row('effect', 'required')],
  ['setsid', row('effect', 'required')],
  ['setuid', row('effect', 'required')],
  ['setvar', row('effect', 'required')],
  ['severity', row('metadata', 'required')],
  ['skip', row('flow', 'required')],
  ['skipafter', row('flow', 'required')],
  ['status', row('data', 'required')],
  ['t', row('transformation', 'required')],
  ['tag', row('metadata', 'required')],
  ['ver', row('metadata', 'required')],
  ['xmlns', row('data', 'required')],
]);

/** Known elsewhere, refused here: lower-case name and why. */
export const refusedActions: ReadonlyMap<string, string> = new Map([
  ['append', 'Responses are inspected, never rewritten.'],
  ['exec', 'Running a program for a request inside a proxy is not safe.'],
  ['marker', 'Use the directive SecMarker.'],
  ['pause', 'Holding a connection open helps the attacker, not the site.'],
  ['prepend', 'Responses are inspected, never rewritten.'],
  ['proxy', 'The backend is chosen by BACKENDS alone.'],
  ['sanitisearg', 'The audit log masks secrets by itself (AUDIT_REDACT).'],
  ['sanitisematched', 'The audit log masks secrets by itself (AUDIT_REDACT).'],
  ['sanitisematchedbytes', 'The audit log masks secrets by itself (AUDIT_REDACT).'],
  ['sanitiserequestheader', 'The audit log masks secrets by itself (AUDIT_REDACT).'],
  ['sanitiseresponseheader', 'The audit log masks secrets by itself (AUDIT_REDACT).'],
]);

const actionSpellings: ReadonlyMap<string, string> = new Map(
  [
    'multiMatch',
    'skipAfter',
    'sanitiseArg',
    'sanitiseMatched',
    'sanitiseMatchedBytes',
    'sanitiseRequestHeader',
    'sanitiseResponseHeader',
  ].map((name) => [name.toLowerCase(), name]),
);

/** A lower-case name as the manual spells it. */
export function spelledAction(name: string): string {
  return actionSpellings.get(name) ?? name;
}
