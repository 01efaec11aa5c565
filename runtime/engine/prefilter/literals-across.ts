/**
 * Finds the literals that begin in a common prefix and end in the rest of a text. Hundreds of texts share a prefix, so that to read
 * its end again for each of them would take most of the time of such texts.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { lower, occursAt } from './gram-index.ts';

/** A literal, divided where the prefix ends. */
type Division = { readonly literal: number; readonly head: ByteString; readonly tail: ByteString };

/** The divisions by the last two bytes of the head, or its only byte, and the first byte of the tail. */
export type Divisions = {
  readonly literals: readonly ByteString[];
  readonly byBytes: Map<ByteString, Division[]>;
  /** First bytes of the tails that are in the map: rests begin with few different bytes. */
  readonly bytes: Set<ByteString>;
};

/** `literals`: in lower case. */
export function createDivisions(literals: readonly ByteString[]): Divisions {
  return { literals, byBytes: new Map(), bytes: new Set() };
}

/** Calls `found` with each literal that begins in `prefix` and ends in `rest`, in either letter case. */
export function findAcross(
  divisions: Divisions,
  prefix: ByteString,
  rest: ByteString,
  found: (literal: number) => void,
): void {
  const first = lowerAt(rest, 0);
  if (!divisions.bytes.has(first)) divideBefore(divisions, first);
  const last = lowerAt(prefix, prefix.length - 1);
  const lists = [
    divisions.byBytes.get(last + first),
    divisions.byBytes.get(lowerAt(prefix, prefix.length - 2) + last + first),
  ];
  for (const list of lists) {
    for (const { literal, head, tail } of list ?? []) {
      const start = prefix.length - head.length;
      if (occursAt(head, prefix, start) && occursAt(tail, rest, 0)) found(literal);
    }
  }
}

/** Adds the divisions whose tails begin with the byte. */
function divideBefore({ literals, byBytes, bytes }: Divisions, byte: ByteString): void {
  bytes.add(byte);
  for (const [literal, text] of literals.entries()) {
    for (let at = text.indexOf(byte, 1); at !== -1; at = text.indexOf(byte, at + 1)) {
      const [head, tail] = [text.slice(0, at), text.slice(at)];
      const key = head.slice(-2) + byte;
      const known = byBytes.get(key);
      if (known === undefined) byBytes.set(key, [{ literal, head, tail }]);
      else known.push({ literal, head, tail });
    }
  }
}

/** Returns the byte in lower case; '' outside the text. */
function lowerAt(text: ByteString, at: number): ByteString {
  if (at < 0 || at >= text.length) return '';
  return String.fromCharCode(lower[text.charCodeAt(at) & 0xff] ?? 0);
}
