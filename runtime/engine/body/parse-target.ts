/**
 * The request target as variables (docs/spec/body-processors.md#request-target).
 *
 * Never `new URL`: it would resolve `..`, re-escape and reject, and rules must see what the back end gets. The target
 * is split on its raw bytes, `#` first, then `?`, before anything is decoded, so that `%3F` and `%23` stay in the
 * path (CVE-2024-1019). Every target has a path, a query and arguments, even one that Coraza cannot parse
 * (docs/spec/body-processors.md#request-target).
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { decodePercent, hasInvalidPercent } from '../transformations/decode-percents.ts';

export type ParsedTarget = {
  /** REQUEST_URI: path and query as sent, without fragment, scheme and host, as in ModSecurity 2. */
  readonly uri: ByteString;
  /** REQUEST_URI_RAW: the whole target. */
  readonly uriRaw: ByteString;
  /** REQUEST_FILENAME: the path, percent-decoded once. */
  readonly filename: ByteString;
  /** REQUEST_BASENAME: `filename` after its last slash or backslash; the whole `filename` when it ends in one. */
  readonly basename: ByteString;
  /** QUERY_STRING: between `?` and `#`, not decoded. */
  readonly queryString: ByteString;
};

/**
 * Splits a request target of any form. `//host/p` is a path (CVE-2025-29914), and so are `*` and `host:80` (of
 * CONNECT); `http://host?q` has the path `/` (RFC 9110 4.2.3).
 */
export function parseTarget(target: ByteString): ParsedTarget {
  const withoutFragment = before(target, '#');
  const rawPath = before(withoutFragment, '?');
  const query = withoutFragment.slice(rawPath.length);
  const path = withoutAuthority(rawPath);
  const filename = decodePercent(path);
  return {
    uri: path + query,
    uriRaw: target,
    filename,
    basename: basenameOf(filename),
    queryString: query.slice(1),
  };
}

/** User, host and port of a URI, as Coraza accepts them: a host may have escapes of `%` and of bytes outside ASCII only. */
const AUTHORITY =
  /^\/\/(?:(?:[\w.:~!$&'()*+,;=@-]|%[\dA-Fa-f]{2})*@)?(?:\[[\dA-Fa-f:.]+\]|(?:[\w.~!$&'()*+,;=<>"\x80-\xff-]|%(?:[89A-Fa-f][\dA-Fa-f]|25))*)(?::\d*)?$/;

/**
 * Returns whether Coraza cannot parse the target: it has a control byte, a broken escape in its path or a malformed host, or
 * it is neither a path nor a URI.
 */
export function isMalformedTarget(target: ByteString): boolean {
  const withoutFragment = before(target, '#');
  if (/[^\x20-\x7e\x80-\xff]/.test(withoutFragment)) return true;
  if (withoutFragment === '*') return false;
  const rawPath = before(withoutFragment, '?');
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(rawPath);
  if (scheme === null) return !rawPath.startsWith('/') || hasInvalidPercent(rawPath);
  const rest = rawPath.slice(scheme[0].length);
  const authority = /^\/\/[^/]*/.exec(rest)?.[0] ?? '';
  if (authority !== '' && !AUTHORITY.test(authority)) return true;
  return rest.startsWith('/') && hasInvalidPercent(rest.slice(authority.length));
}

function before(text: ByteString, delimiter: string): ByteString {
  const at = text.indexOf(delimiter);
  return at === -1 ? text : text.slice(0, at);
}

/** Returns the path of an absolute-form target. A backslash also ends the host, as in browsers. */
function withoutAuthority(path: ByteString): ByteString {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(path);
  if (scheme === null) return path;
  const rest = path.slice(scheme[0].length);
  const start = rest.search(/[/\\]/);
  return start === -1 ? '/' : rest.slice(start);
}

function basenameOf(path: ByteString): ByteString {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return slash === path.length - 1 ? path : path.slice(slash + 1);
}
