/**
 * Notes which byte classes a decoder has put in place of the escapes of a long value: together with those of the value they
 * are all that its result may have, so that the result need not be read to its end (result-classes.ts).
 */
import { byteClassOf } from '../bytes/byte-classes.ts';

let noted: number | undefined;

/** Begins to note; forgets what was noted. */
export function beginNotes(): void {
  noted = 0;
}

/** Notes the bytes from `from` to before `to`. */
export function noteDecoded(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) noteClasses(byteClassOf(bytes[at] ?? 0));
}

/** Notes the classes of a mask. */
export function noteClasses(byteClasses: number): void {
  if (noted !== undefined) noted |= byteClasses;
}

/** Returns the mask of the classes noted since the last call; undefined when no decoder has begun to note any. */
export function takeNotes(): number | undefined {
  const classes = noted;
  noted = undefined;
  return classes;
}
