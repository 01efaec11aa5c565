/** Variables of the transaction itself: matches, written collections, time. */
import { type Entry, entryName, makeEntry } from '../collections/entry.ts';
import type { VariableStore } from '../collections/variable-store.ts';
import type { Tx } from '../transaction/tx.ts';
import { scalar } from './make-entries.ts';

type Entries = readonly Entry[];

export const matchedVar = (tx: Tx): Entries => scalar(tx, 'MATCHED_VAR', tx.matchedValue);
export const matchedVarName = (tx: Tx): Entries => scalar(tx, 'MATCHED_VAR_NAME', tx.matchedName);
export const matchedVars = (tx: Tx): Entries =>
  tx.matched.map((datum) => makeEntry('MATCHED_VARS', entryName(datum), tx.text(datum.value)));
export const matchedVarsNames = (tx: Tx): Entries =>
  tx.matched.map((datum) => {
    const name = entryName(datum);
    return makeEntry('MATCHED_VARS_NAMES', name, tx.text(name));
  });

export const txVariables = (tx: Tx): VariableStore => tx.tx;
export const env = (tx: Tx): VariableStore => tx.env;
export const geo = (tx: Tx): VariableStore => tx.geo;
export const global = (tx: Tx): VariableStore => tx.persistent.get('GLOBAL');
export const ip = (tx: Tx): VariableStore => tx.persistent.get('IP');
export const resource = (tx: Tx): VariableStore => tx.persistent.get('RESOURCE');
export const session = (tx: Tx): VariableStore => tx.persistent.get('SESSION');
export const user = (tx: Tx): VariableStore => tx.persistent.get('USER');
export const sessionid = (tx: Tx): Entries =>
  scalar(tx, 'SESSIONID', tx.persistent.keyOf('SESSION'));
export const userid = (tx: Tx): Entries => scalar(tx, 'USERID', tx.persistent.keyOf('USER'));

/** Metadata of the running rule, the same for all links of a chain; fields that the rule does not have are left out. */
export const rule = (tx: Tx): Entries => {
  if (tx.rule === undefined) return [];
  const { id, rev, severity, ver } = tx.rule;
  const { msg, logdata } = tx.ruleTexts?.(tx) ?? {};
  const fields = [
    ['id', String(id)],
    ['rev', rev],
    ['severity', severity?.toString()],
    ['ver', ver],
    ['msg', msg],
    ['logdata', logdata],
  ] as const;
  return fields.flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [makeEntry('RULE', key, tx.text(value))],
  );
};

export const highestSeverity = (tx: Tx): Entries =>
  scalar(tx, 'HIGHEST_SEVERITY', String(tx.highestSeverity));
export const uniqueId = (tx: Tx): Entries => scalar(tx, 'UNIQUE_ID', tx.id);
export const webappid = (tx: Tx): Entries => scalar(tx, 'WEBAPPID', tx.settings.webAppId);
/** Microseconds since the transaction began, as in ModSecurity 2. */
export const duration = (tx: Tx): Entries =>
  scalar(tx, 'DURATION', String((Date.now() - tx.startedAt) * 1000));

const two = (value: number): string => String(value).padStart(2, '0');
const start = (tx: Tx): Date => new Date(tx.startedAt);

/** Local time at which the transaction began; TIME_MON is 1 to 12, TIME_WDAY is 0 for Sunday. */
export const time = (tx: Tx): Entries => {
  const date = start(tx);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return scalar(tx, 'TIME', clock);
};
export const timeHour = (tx: Tx): Entries => scalar(tx, 'TIME_HOUR', two(start(tx).getHours()));
export const timeMin = (tx: Tx): Entries => scalar(tx, 'TIME_MIN', two(start(tx).getMinutes()));
export const timeSec = (tx: Tx): Entries => scalar(tx, 'TIME_SEC', two(start(tx).getSeconds()));
export const timeDay = (tx: Tx): Entries => scalar(tx, 'TIME_DAY', String(start(tx).getDate()));
export const timeMon = (tx: Tx): Entries =>
  scalar(tx, 'TIME_MON', String(start(tx).getMonth() + 1));
export const timeYear = (tx: Tx): Entries =>
  scalar(tx, 'TIME_YEAR', String(start(tx).getFullYear()));
export const timeWday = (tx: Tx): Entries => scalar(tx, 'TIME_WDAY', String(start(tx).getDay()));
export const timeEpoch = (tx: Tx): Entries =>
  scalar(tx, 'TIME_EPOCH', String(Math.floor(tx.startedAt / 1000)));
