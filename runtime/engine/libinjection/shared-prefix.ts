/**
 * What many inputs begin with is read once: the passes over it are cached as far as the rest of an input cannot change them, and
 * continue from there. Only for rests that close nothing which is open: every quote, comment, tag and bracket ends with another byte.
 */
import type { ByteString } from '../bytes/byte-string.ts';

export type AnyPass = { readonly position: number };

export type SharedPrefix<Pass extends AnyPass> = {
  /** A token that ends here or before does not depend on what follows the prefix. */
  readonly limit: number;
  /** By its name, the furthest known point of each pass within the limit. */
  readonly passes: Map<string, Pass>;
};

/** Bytes: more than any token reads after its end to find out where that is, or of its beginning to find out what it is. */
const MARGIN = 64;

const CLOSES_NOTHING = /^[\w.]+$/;

/** `prefix`: what inputs have in common. */
export function createSharedPrefix<Pass extends AnyPass>(prefix: ByteString): SharedPrefix<Pass> {
  return { limit: prefix.length - MARGIN, passes: new Map() };
}

/** Returns whether the passes over the prefix hold for an input that goes on with `rest`. */
export function mayContinue(rest: ByteString): boolean {
  return CLOSES_NOTHING.test(rest);
}

/** Returns whether the position is within the limit, and further than the known point of the pass. */
export function isFurther<Pass extends AnyPass>(
  { limit, passes }: SharedPrefix<Pass>,
  name: string,
  position: number,
): boolean {
  return position <= limit && position > (passes.get(name)?.position ?? 0);
}
