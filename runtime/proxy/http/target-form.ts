/** Parses the request target forms that a reverse proxy accepts (RFC 9112 section 3.2). */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';

export type TargetForm =
  | { readonly kind: 'Origin'; readonly target: ByteString }
  | {
      readonly kind: 'Absolute';
      /** The authority, not validated. */
      readonly authority: ByteString;
      readonly defaultPort: number;
      /** The path and query after the authority, in origin form. */
      readonly target: ByteString;
    };

/** The authority form (`host:80`), the asterisk form (`*`), schemes other than HTTP, and malformed targets. */
type OtherForm = { readonly kind: 'Other' };

const OTHER: OtherForm = { kind: 'Other' };
const ABSOLUTE = /^(https?):\/\/([^/?]+)/i;

/** Parses a target without a fragment. An absolute target without a path gets the path `/` (RFC 9110 section 4.2.3). */
export function parseTargetForm(target: ByteString): TargetForm | OtherForm {
  if (target.startsWith('/')) return { kind: 'Origin', target };
  const match = ABSOLUTE.exec(target);
  if (match === null) return OTHER;
  const [whole, scheme = '', authority = ''] = match;
  const rest = target.slice(whole.length);
  return {
    kind: 'Absolute',
    authority,
    defaultPort: lowerAscii(scheme) === 'https' ? 443 : 80,
    target: rest.startsWith('/') ? rest : `/${rest}`,
  };
}
