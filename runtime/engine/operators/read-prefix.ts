/** What libinjection has read of the prefixes that texts share (transaction/prefixed-texts.ts). */
import type { ByteString } from '../bytes/byte-string.ts';
import {
  type AnyPass,
  createSharedPrefix,
  mayContinue,
  type SharedPrefix,
} from '../libinjection/shared-prefix.ts';
import { type CommonPrefix, partsOf } from '../regex/common-prefix.ts';

export type ReadPrefixes<Pass extends AnyPass> = WeakMap<CommonPrefix, SharedPrefix<Pass>>;

/** Returns what has been read of the prefix of the text that is read now; undefined: it has none, or its rest matters. */
export function readPrefixOf<Pass extends AnyPass>(
  prefixes: ReadPrefixes<Pass>,
  value: ByteString,
): SharedPrefix<Pass> | undefined {
  const parts = partsOf(value);
  if (parts === undefined || !mayContinue(parts.rest)) return undefined;
  const known = prefixes.get(parts.common);
  if (known !== undefined) return known;
  const prefix = createSharedPrefix<Pass>(parts.common.value);
  prefixes.set(parts.common, prefix);
  return prefix;
}
