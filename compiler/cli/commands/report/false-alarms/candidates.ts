/**
 * Finds likely false alarms: rules and targets that many clients trigger which trigger little else, with records to
 * test them on.
 */
import { ownCopy } from '../../../replay/own-copy.ts';
import { dataLocation } from '../../tune/data-location.ts';
import { isEvaluation } from '../../tune/find-hits.ts';
import { keyShape } from '../../tune/shape.ts';
import { addToSample, type RandomIndex } from '../count/sample.ts';
import { type Counted, count, createTally, sumOf, type Tally } from '../count/tally.ts';
import { type Entry, type EntryMatch, readEntry } from '../log/entry.ts';
import { createClientHabits } from './client-habits.ts';

/** Minimum figures of a likely false alarm. */
const MIN_REQUESTS = 5;
const MIN_CLIENTS = 3;
/**
 * The share of its requests that must come from clients that trigger little else, and the highest share of a single
 * client.
 */
const INNOCENT_PART = 0.8;
const ONE_CLIENT_PART = 0.5;
/** The maximum number shown. */
const MOST = 30;

/**
 * Limits of memory: groups that remain when twice as many have been seen, clients and records of each, bytes of
 * records.
 */
const CAPACITY = 500;
const CLIENTS = 64;
const LONGEST_RECORD = 32_768;
const RECORD_BYTES = 48 << 20;

export type Suspect = {
  readonly rule: string;
  readonly message: string;
  readonly variable: string;
  readonly key: string;
  readonly tally: Tally;
  /** The number of clients that trigger little else. */
  readonly clients: number;
  /** Lines of the log from those clients. */
  readonly records: readonly string[];
};

type Group = Omit<Suspect, 'clients' | 'records'> & {
  /** Requests of each of the first CLIENTS clients. */
  readonly byClient: Map<string, number>;
  readonly lines: { readonly texts: string[]; seen: number };
};

export type Candidates = {
  readonly add: (entry: Entry, line: string, counted: Counted) => void;
  readonly result: () => readonly Suspect[];
};

export function createCandidates(random: RandomIndex): Candidates {
  const habits = createClientHabits();
  let groups = new Map<string, Group>();
  let bytes = 0;
  const sizeOf = ({ lines }: Group): number =>
    lines.texts.reduce((sum, { length }) => sum + length, 0);
  const prune = (): void => {
    const sorted = [...groups].toSorted(([, one], [, two]) => requestsOf(two) - requestsOf(one));
    for (const [, group] of sorted.slice(CAPACITY)) bytes -= sizeOf(group);
    groups = new Map(sorted.slice(0, CAPACITY));
  };
  const groupOf = (name: string, { id, message }: EntryMatch, location: Location): Group => {
    const known = groups.get(name);
    if (known !== undefined) return known;
    if (groups.size >= 2 * CAPACITY) prune();
    const group = {
      rule: ownCopy(id),
      message: ownCopy(message.slice(0, 200)),
      variable: ownCopy(location.variable),
      key: ownCopy(location.key),
      tally: createTally(),
      byClient: new Map<string, number>(),
      lines: { texts: [], seen: 0 },
    };
    groups.set(ownCopy(name), group);
    return group;
  };
  return {
    add: ({ client, matches }, line, counted) => {
      const located = locate(matches);
      habits.add(client, matches, [...located.keys()]);
      for (const [name, { match, location }] of located) {
        const group = groupOf(name, match, location);
        count(group.tally, counted, random);
        const { byClient, lines } = group;
        if (byClient.has(client) || byClient.size < CLIENTS)
          byClient.set(client, (byClient.get(client) ?? 0) + 1);
        if (line.length > LONGEST_RECORD || bytes > RECORD_BYTES) continue;
        const before = sizeOf(group);
        addToSample(lines, random, () => line);
        bytes += sizeOf(group) - before;
      }
    },
    result: () =>
      [...groups.values()]
        .filter((group) => isLikely(group, habits.isAttacker))
        .toSorted((one, two) => requestsOf(two) - requestsOf(one))
        .slice(0, MOST)
        .map(({ byClient, lines, ...group }) => ({
          ...group,
          clients: [...byClient.keys()].filter((client) => !habits.isAttacker(client)).length,
          records: lines.texts.filter((line) => !habits.isAttacker(readEntry(line)?.client ?? '')),
        })),
  };
}

type Location = { readonly variable: string; readonly key: string };

/** Returns the matches with their targets, by rule id and target. Rules that only evaluate scores are left out. */
function locate(
  matches: readonly EntryMatch[],
): ReadonlyMap<string, { readonly match: EntryMatch; readonly location: Location }> {
  const located = new Map<string, { match: EntryMatch; location: Location }>();
  for (const match of matches) {
    const id = Number(match.id);
    if (id === 0 || isEvaluation(id)) continue;
    const location = dataLocation(match.data) ?? { variable: '', key: '' };
    const key = location.key.slice(0, 200);
    const name = `${match.id} ${location.variable}:${keyShape(key)}`;
    located.set(name, { match, location: { ...location, key } });
  }
  return located;
}

function isLikely({ tally, byClient }: Group, isAttacker: (client: string) => boolean): boolean {
  const innocent = [...byClient].filter(([client]) => !isAttacker(client));
  const counted = sum([...byClient].map(([, requests]) => requests));
  return (
    sumOf(tally.now) >= MIN_REQUESTS &&
    innocent.length >= MIN_CLIENTS &&
    sum(innocent.map(([, requests]) => requests)) >= INNOCENT_PART * counted &&
    Math.max(...byClient.values()) <= ONE_CLIENT_PART * counted
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function requestsOf({ tally }: Pick<Group, 'tally'>): number {
  return sumOf(tally.now);
}
