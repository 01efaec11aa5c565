/** A hash table of clients with a fixed size: 20 bytes per client. Entries never move. */
import { randomInt } from 'node:crypto';
import type { AddressKey } from '../http/ip-address.ts';

/** An entry is dropped after this many milliseconds without a request (docs/spec/service.md#rate-limit). */
const IDLE_MS = 180_000;

const BUCKET_SIZE = 8;

/**
 * The table. A client can be in two buckets of eight entries, and is added to the emptier one: up to three quarters
 * of the capacity hardly any bucket is full. Unused parts of the arrays take no memory.
 */
export type ClientTable = {
  readonly sets: number;
  readonly seeds: readonly [number, number];
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** Time in milliseconds at which the client's token bucket will be full again. */
  readonly fullAt: Float64Array;
  /** The second of the last request, counted from 1; 0 when the entry is free. */
  readonly seenAt: Uint32Array;
  used: number;
};

export const NO_INDEX = -1;

export function createClientTable(sets: number): ClientTable {
  const entries = sets * BUCKET_SIZE;
  return {
    sets,
    seeds: [randomInt(2 ** 32), randomInt(2 ** 32)],
    high: new Uint32Array(entries),
    low: new Uint32Array(entries),
    fullAt: new Float64Array(entries),
    seenAt: new Uint32Array(entries),
    used: 0,
  };
}

/**
 * Returns the index of the client's entry. A new entry has a full token bucket. Returns NO_INDEX when there is no
 * room.
 */
export function claimIndex(
  table: ClientTable,
  client: AddressKey,
  now: number,
  limitedMs: number,
): number {
  const first = firstIndex(table, client, table.seeds[0]);
  const second = firstIndex(table, client, table.seeds[1]);
  const found = find(table, client, first);
  const index = found === NO_INDEX ? find(table, client, second) : found;
  if (index !== NO_INDEX && !isFree(table, index, now)) return index;
  const claimed = index === NO_INDEX ? roomFor(table, first, second, now, limitedMs) : index;
  if (claimed === NO_INDEX) return NO_INDEX;
  if (table.seenAt[claimed] === 0) table.used += 1;
  table.high[claimed] = client.high;
  table.low[claimed] = client.low;
  table.fullAt[claimed] = now;
  return claimed;
}

/** Frees idle entries with indexes from `start` to `end` (exclusive). */
export function sweepEntries(table: ClientTable, start: number, end: number, now: number): void {
  for (let index = start; index < end; index += 1) {
    if (table.seenAt[index] === 0 || !isFree(table, index, now)) continue;
    table.seenAt[index] = 0;
    table.used -= 1;
  }
}

export function secondOf(now: number): number {
  return Math.floor(now / 1000) + 1;
}

function isFree(table: ClientTable, index: number, now: number): boolean {
  const seen = table.seenAt[index] ?? 0;
  return seen === 0 || secondOf(now) - seen > IDLE_MS / 1000;
}

function firstIndex(table: ClientTable, client: AddressKey, seed: number): number {
  return Math.floor((mix(client, seed) / 2 ** 32) * table.sets) * BUCKET_SIZE;
}

function find(table: ClientTable, client: AddressKey, first: number): number {
  for (let index = first; index < first + BUCKET_SIZE; index += 1) {
    if (table.high[index] !== client.high || table.low[index] !== client.low) continue;
    if (table.seenAt[index] !== 0) return index;
  }
  return NO_INDEX;
}

/**
 * Returns the index of a free entry, in the emptier bucket if possible. If there is none, returns the entry of the
 * client with the fullest token bucket, but never that of a limited client.
 */
function roomFor(
  table: ClientTable,
  first: number,
  second: number,
  now: number,
  limitedMs: number,
): number {
  const emptier =
    freeEntries(table, first, now) >= freeEntries(table, second, now) ? first : second;
  const other = emptier === first ? second : first;
  let best = NO_INDEX;
  let least = now + limitedMs;
  for (const start of [emptier, other]) {
    for (let index = start; index < start + BUCKET_SIZE; index += 1) {
      if (isFree(table, index, now)) return index;
      const fullAt = table.fullAt[index] ?? 0;
      if (fullAt > least) continue;
      least = fullAt;
      best = index;
    }
  }
  return best;
}

function freeEntries(table: ClientTable, first: number, now: number): number {
  let free = 0;
  for (let index = first; index < first + BUCKET_SIZE; index += 1)
    if (isFree(table, index, now)) free += 1;
  return free;
}

/** Hashes the key to 32 bits. The random seed prevents clients from choosing their bucket. */
function mix(client: AddressKey, seed: number): number {
  let hash = Math.imul(client.high ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ client.low, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16) ^ seed, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}
