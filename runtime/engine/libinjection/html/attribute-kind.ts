/** How an attribute uses its value (docs/spec/libinjection.md#attributes). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { isEventHandler } from './event-names.ts';
import { normalizeName } from './normalize-name.ts';

/** Banned: any value is an attack; url: the value is a URL; indirect: the value names another attribute. */
export type AttributeKind = 'banned' | 'url' | 'indirect';

const urlAttributes =
  'action by background dynsrc formaction folder from handler href lowsrc poster src to values';

const kinds: ReadonlyMap<string, AttributeKind> = new Map<string, AttributeKind>([
  ...['dataformatas', 'datasrc', 'filter', 'style'].map((name) => [name, 'banned'] as const),
  ...urlAttributes.split(' ').map((name) => [name, 'url'] as const),
  ['attributename', 'indirect'],
]);

/** Shorter names never count as event handlers or name spaces. */
const minPrefixedLength = 5;
const nameSpace = /^(?:xmlns|xlink)/i;

/** Returns the kind of the attribute with these raw bytes as name; undefined for harmless ones. */
export function attributeKind(name: ByteString): AttributeKind | undefined {
  if (name.length >= minPrefixedLength && (isEventHandler(name) || nameSpace.test(name))) {
    return 'banned';
  }
  return name.length > 1 ? kinds.get(normalizeName(name)) : undefined;
}
