/** Converts an entry to the request that a report shows, shortened and without secrets. */
import type { Outcome, ShownMatch, ShownRequest } from './document.ts';
import type { Entry, EntryMatch } from './log/entry.ts';
import { redactData } from './log/redact-data.ts';
import { visible } from './log/visible.ts';

/** Maximum lengths, in UTF-16 units. */
const LONGEST_URI = 400;
const LONGEST_TEXT = 160;
const LONGEST_NAME = 60;
const MOST_MATCHES = 12;

export function shownRequest(entry: Entry, outcome: Outcome, country: string): ShownRequest {
  const { time, id, client, method, host, uri, status, agent, matches } = entry;
  return {
    time,
    outcome,
    id: visible(id, LONGEST_NAME),
    client: visible(client, LONGEST_NAME),
    country,
    method: visible(method, LONGEST_NAME),
    host: visible(host, LONGEST_TEXT),
    uri: visible(uri, LONGEST_URI),
    status,
    agent: visible(agent, LONGEST_TEXT),
    rules: matches.slice(0, MOST_MATCHES).map(shownMatch),
    more: Math.max(0, matches.length - MOST_MATCHES),
  };
}

function shownMatch({ id, message, data }: EntryMatch): ShownMatch {
  return { id, message: shownMessage(message), data: visible(redactData(data), LONGEST_TEXT) };
}

/** Shortens and redacts a message, because it may quote matched data. */
export function shownMessage(message: string): string {
  return visible(redactData(message), LONGEST_TEXT);
}
