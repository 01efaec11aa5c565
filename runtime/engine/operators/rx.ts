/** @rx and @rxGlobal: regular expressions over bytes. */
import type { ByteString } from '../byte-string.ts';

/** Made by the compiler from the rule's expression; never has the flags g, i, m, u, v or y. */
export type Pattern = RegExp;

/** `SecRule ARGS "@rx ^\d+$"`: true when the expression matches somewhere in the value. */
export function rx(value: ByteString, pattern: Pattern): boolean {
  return pattern.test(value);
}

/** The whole match and its groups 1 to 9. */
export function rxCaptures(value: ByteString, pattern: Pattern): readonly ByteString[] | undefined {
  const found = pattern.exec(value);
  return found === null ? undefined : found.slice(0, 10).map((text) => text ?? '');
}
