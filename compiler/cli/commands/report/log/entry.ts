/** Reads a line of an audit log. It accepts our records and those of Coraza (docs/spec/logs.md#json-audit-log). */
import { itemsOf, member, memberAt, membersOf, parseJson, textOf } from '#compiler/json.ts';
import { redactUri } from '#engine/log/redact-text.ts';

export type Entry = {
  /** Milliseconds since 1970; undefined when the record has no time. */
  readonly time: number | undefined;
  /** `unmatched` means that it was audited for another reason, such as its status. */
  readonly outcome: 'blocked' | 'detected' | 'unmatched';
  readonly id: string;
  readonly client: string;
  readonly method: string;
  /** In lower case, without port; empty when the record has none. */
  readonly host: string;
  /** Secrets are masked, as everywhere in an entry. */
  readonly uri: string;
  readonly status: number;
  readonly agent: string;
  readonly matches: readonly EntryMatch[];
};

export type EntryMatch = {
  readonly id: string;
  readonly message: string;
  /** As logged: it may contain a secret. */
  readonly data: string;
  readonly tags: readonly string[];
};

/** Returns undefined when the line is not an audit record. */
export function readEntry(line: string): Entry | undefined {
  const record = parseJson(line);
  const transaction = member(record, 'transaction');
  const request = member(transaction, 'request');
  const uri = textOf(member(request, 'uri'));
  if (uri === undefined) return undefined;
  const own = itemsOf(member(transaction, 'messages')).flatMap(ownMatch);
  const matches = [...own, ...itemsOf(member(record, 'messages')).flatMap(corazaMatch)];
  const headers = membersOf(member(request, 'headers'));
  return {
    time: timeOf(transaction),
    outcome: outcomeOf(transaction, matches),
    id: textOf(member(transaction, 'id')) ?? '',
    client: textOf(member(transaction, 'client_ip')) ?? '',
    method: textOf(member(request, 'method')) ?? '',
    host: hostOf(headerOf(headers, 'host') ?? textOf(member(transaction, 'server_id')) ?? ''),
    uri: redactUri(uri),
    status: numberOf(memberAt(transaction, 'response', 'status')),
    agent: headerOf(headers, 'user-agent') ?? '',
    matches,
  };
}

function outcomeOf(transaction: unknown, matches: readonly EntryMatch[]): Entry['outcome'] {
  if (member(transaction, 'is_interrupted') === true) return 'blocked';
  return matches.length > 0 ? 'detected' : 'unmatched';
}

/** Reads nanoseconds when present, otherwise ISO 8601 or Coraza's `2026/11/22 20:21:00`, which counts as UTC. */
function timeOf(transaction: unknown): number | undefined {
  const nanoseconds = numberOf(member(transaction, 'unix_timestamp'));
  if (nanoseconds > 0) return Math.floor(nanoseconds / 1e6);
  const text = textOf(member(transaction, 'timestamp')) ?? '';
  const time = Date.parse(text.replace(/^(\d{4})\/(\d\d)\/(\d\d) ([\d:]+)$/, '$1-$2-$3T$4Z'));
  return Number.isNaN(time) ? undefined : time;
}

function ownMatch(message: unknown): readonly EntryMatch[] {
  return matchOf(member(message, 'rule_id'), message, textOf(member(message, 'message')));
}

function corazaMatch(message: unknown): readonly EntryMatch[] {
  const data = member(message, 'data');
  return matchOf(member(data, 'id'), data, textOf(member(data, 'msg')));
}

function matchOf(id: unknown, details: unknown, message = ''): readonly EntryMatch[] {
  const text = typeof id === 'number' ? String(id) : (textOf(id) ?? '');
  if (!/^\d{1,18}$/.test(text)) return [];
  const data = textOf(member(details, 'data')) ?? '';
  const tags = itemsOf(member(details, 'tags')).flatMap((tag) => textOf(tag) ?? []);
  return [{ id: text, message, data, tags }];
}

function headerOf(
  headers: readonly (readonly [name: string, value: unknown])[],
  wanted: string,
): string | undefined {
  const found = headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  return textOf(Array.isArray(found) ? found[0] : found);
}

function hostOf(text: string): string {
  return text.replace(/:\d*$/, '').toLowerCase();
}

function numberOf(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
  return Number.isFinite(number) ? number : 0;
}
