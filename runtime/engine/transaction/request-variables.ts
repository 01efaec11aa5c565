/** The parsed request head, from which the request variables are made. Parsed once for each transaction. */

import type { Pair } from '../body/pair.ts';
import { parseCookies } from '../body/parse-cookies.ts';
import { type ParsedTarget, parseTarget } from '../body/parse-target.ts';
import { parseUrlEncoded } from '../body/parse-url-encoded.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { RequestHead, Settings } from '../host/compiled-waf.ts';

export type RequestVariables = {
  readonly target: ParsedTarget;
  readonly cookies: readonly Pair[];
  readonly queryArguments: readonly Pair[];
  /** Some `%` in the query string does not begin an escape. */
  readonly invalidEncoding: boolean;
  /** The query string has more arguments than SecArgumentsLimit. */
  readonly limitReached: boolean;
};

export function requestVariables(request: RequestHead, settings: Settings): RequestVariables {
  const target = parseTarget(request.target);
  const query = parseUrlEncoded(target.queryString, settings.argumentsLimit);
  return {
    target,
    cookies: headerValues(request, 'cookie').flatMap((value) => parseCookies(value)),
    queryArguments: query.pairs,
    invalidEncoding: query.invalidEncoding,
    limitReached: query.limitReached,
  };
}

/** Returns all values of the header `name` (lower case), in order. */
export function headerValues(
  message: Pick<RequestHead, 'headers'>,
  name: string,
): readonly ByteString[] {
  const values: ByteString[] = [];
  for (const header of message.headers) {
    const [each] = header;
    if (each.length === name.length && lowerAscii(each) === name) values.push(header[1]);
  }
  return values;
}
