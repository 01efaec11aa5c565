/** The parsed request head, from which the request variables are made. Parsed once for each transaction. */
import type { Pair } from '../body/pair.ts';
import { parseCookies } from '../body/parse-cookies.ts';
import { type ParsedTarget, parseTarget } from '../body/parse-target.ts';
import { parseUrlEncoded } from '../body/parse-url-encoded.ts';
import type { RequestHead, Settings } from '../host/compiled-waf.ts';
import { headerValues } from '../host/header-values.ts';

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
    cookies: headerValues(request.headers, 'cookie').flatMap((value) => parseCookies(value)),
    queryArguments: query.pairs,
    invalidEncoding: query.invalidEncoding,
    limitReached: query.limitReached,
  };
}
