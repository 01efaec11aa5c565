/** A table of clients of fixed size: 20 bytes a client, nothing moves, nothing grows. */
import { randomInt } from 'node:crypto';
import type { AddressKey } from './ip-address.ts';

/** An entry is dropped after this many milliseconds without a request (docs/spec/service.md#rate-limit). */
const IDLE_MS = 180_000;

const WAYS = 8;

/**
 * Every client has two sets of eight slots it may be in, and goes to the one with more room: at
 * three quarters of the capacity practically no set is full. The arrays are zero pages until used.
 */
export type ClientTable = {
  readonly sets: number;
  readonly seeds: readonly [number, number];
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** When the client's bucket will be full again: milliseconds. */
  readonly fullAt: Float64Array;
  /** Second of the last request, from 1; 0: the slot is free. */
  readonly seenAt: Uint32Array;
  used: number;
};

export const NO_SLOT = -1;

export function createClientTable(sets: number): ClientTable {
  const slots = sets * WAYS;
  return {
    sets,
    seeds: [randomInt(2 ** 32), randomInt(2 ** 32)],
    high: new Uint32Array(slots),
    low: new Uint32Array(slots),
    fullAt: new Float64Array(slots),
    seenAt: new Uint32Array(slots),
    used: 0,
  };
}

/** The client's slot, or one that is made its own with a full bucket; NO_SLOT: no room. */
export function claimSlot(
  table: ClientTable,
  client: AddressKey,
  now: number,
  limitedMs: number,
): number {
  const first = firstSlot(table, client, table.seeds[0]);
  const second = firstSlot(table, client, table.seeds[1]);
  const found = find(table, client, first);
  const slot = found === NO_SLOT ? find(table, client, second) : found;
  if (slot !== NO_SLOT && !isFree(table, slot, now)) return slot;
  const claimed = slot === NO_SLOT ? roomFor(table, first, second, now, limitedMs) : slot;
  if (claimed === NO_SLOT) return NO_SLOT;
  if (table.seenAt[claimed] === 0) table.used += 1;
  table.high[claimed] = client.high;
  table.low[claimed] = client.low;
  table.fullAt[claimed] = now;
  return claimed;
}

/** Frees idle entries of the slots from `start` to `end`. */
export function sweepSlots(table: ClientTable, start: number, end: number, now: number): void {
  for (let slot = start; slot < end; slot += 1) {
    if (table.seenAt[slot] === 0 || !isFree(table, slot, now)) continue;
    table.seenAt[slot] = 0;
    table.used -= 1;
  }
}

export function secondOf(now: number): number {
  return Math.floor(now / 1000) + 1;
}

function isFree(table: ClientTable, slot: number, now: number): boolean {
  const seen = table.seenAt[slot] ?? 0;
  return seen === 0 || secondOf(now) - seen > IDLE_MS / 1000;
}

function firstSlot(table: ClientTable, client: AddressKey, seed: number): number {
  return Math.floor((mix(client, seed) / 2 ** 32) * table.sets) * WAYS;
}

function find(table: ClientTable, client: AddressKey, first: number): number {
  for (let slot = first; slot < first + WAYS; slot += 1) {
    if (table.high[slot] !== client.high || table.low[slot] !== client.low) continue;
    if (table.seenAt[slot] !== 0) return slot;
  }
  return NO_SLOT;
}

/** A free slot of the emptier set; else of whoever owes least; never of a client that is limited. */
function roomFor(
  table: ClientTable,
  first: number,
  second: number,
  now: number,
  limitedMs: number,
): number {
  const emptier = freeSlots(table, first, now) >= freeSlots(table, second, now) ? first : second;
  const other = emptier === first ? second : first;
  let best = NO_SLOT;
  let least = now + limitedMs;
  for (const start of [emptier, other]) {
    for (let slot = start; slot < start + WAYS; slot += 1) {
      if (isFree(table, slot, now)) return slot;
      const fullAt = table.fullAt[slot] ?? 0;
      if (fullAt > least) continue;
      least = fullAt;
      best = slot;
    }
  }
  return best;
}

function freeSlots(table: ClientTable, first: number, now: number): number {
  let free = 0;
  for (let slot = first; slot < first + WAYS; slot += 1) if (isFree(table, slot, now)) free += 1;
  return free;
}

/** Both halves into 32 bits; the seed keeps clients from choosing who shares their set. */
function mix(client: AddressKey, seed: number): number {
  let hash = Math.imul(client.high ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ client.low, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16) ^ seed, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}
