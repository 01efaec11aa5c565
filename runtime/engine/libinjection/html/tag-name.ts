/** Tags that run script or change how the page is read (docs/spec/libinjection.md#tags). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { normalizeName } from './normalize-name.ts';

const bannedTags: ReadonlySet<string> = new Set([
  'applet',
  'base',
  'comment',
  'embed',
  'frame',
  'frameset',
  'handler',
  'iframe',
  'import',
  'isindex',
  'link',
  'listener',
  'meta',
  'noscript',
  'object',
  'script',
  'style',
  'vmlframe',
  'xml',
  'xss',
]);

const bannedBeginning = /^(?:svg|xsl)/i;

/** Returns whether a tag with these raw bytes as name is an attack in itself. */
export function isBannedTag(name: ByteString): boolean {
  return name.length > 2 && (bannedBeginning.test(name) || bannedTags.has(normalizeName(name)));
}
