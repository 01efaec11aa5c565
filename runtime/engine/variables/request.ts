/** Variables of the request head (docs/spec/seclang-evaluation.md#variables). */
import { isMalformedTarget } from '../body/parse-target.ts';
import type { Entry } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import { flag, fromNames, fromPairs, scalar } from './make-entries.ts';

type Entries = readonly Entry[];

export const requestHeaders = (tx: Tx): Entries =>
  fromPairs(tx, 'REQUEST_HEADERS', tx.request.headers);
export const requestHeadersNames = (tx: Tx): Entries =>
  fromNames(tx, 'REQUEST_HEADERS_NAMES', tx.request.headers);
export const requestCookies = (tx: Tx): Entries =>
  fromPairs(tx, 'REQUEST_COOKIES', tx.variables.cookies);
export const requestCookiesNames = (tx: Tx): Entries =>
  fromNames(tx, 'REQUEST_COOKIES_NAMES', tx.variables.cookies);

export const requestLine = (tx: Tx): Entries => {
  const { method, target, protocol } = tx.request;
  return scalar(tx, 'REQUEST_LINE', `${method} ${target} ${protocol}`);
};
export const requestMethod = (tx: Tx): Entries => scalar(tx, 'REQUEST_METHOD', tx.request.method);
export const requestProtocol = (tx: Tx): Entries =>
  scalar(tx, 'REQUEST_PROTOCOL', tx.request.protocol);
export const requestUri = (tx: Tx): Entries => scalar(tx, 'REQUEST_URI', tx.variables.target.uri);
export const requestUriRaw = (tx: Tx): Entries =>
  scalar(tx, 'REQUEST_URI_RAW', tx.variables.target.uriRaw);
export const requestFilename = (tx: Tx): Entries =>
  scalar(tx, 'REQUEST_FILENAME', tx.variables.target.filename);
export const requestBasename = (tx: Tx): Entries =>
  scalar(tx, 'REQUEST_BASENAME', tx.variables.target.basename);
export const queryString = (tx: Tx): Entries =>
  scalar(tx, 'QUERY_STRING', tx.variables.target.queryString);
export const uriParseError = (tx: Tx): Entries =>
  flag(tx, 'URI_PARSE_ERROR', isMalformedTarget(tx.request.target));
export const urlencodedError = (tx: Tx): Entries =>
  flag(tx, 'URLENCODED_ERROR', tx.variables.invalidEncoding || tx.body.invalidEncoding);
export const argumentsLimitReached = (tx: Tx): Entries =>
  flag(tx, 'ARGUMENTS_LIMIT_REACHED', tx.variables.limitReached || tx.body.limitReached);

export const remoteAddr = (tx: Tx): Entries => scalar(tx, 'REMOTE_ADDR', tx.request.remoteAddress);
/** The address: host names are never looked up. */
export const remoteHost = (tx: Tx): Entries => scalar(tx, 'REMOTE_HOST', tx.request.remoteAddress);
export const remotePort = (tx: Tx): Entries =>
  scalar(tx, 'REMOTE_PORT', String(tx.request.remotePort));
export const serverAddr = (tx: Tx): Entries => scalar(tx, 'SERVER_ADDR', tx.request.serverAddress);
export const serverPort = (tx: Tx): Entries =>
  scalar(tx, 'SERVER_PORT', String(tx.request.serverPort));
export const serverName = (tx: Tx): Entries => scalar(tx, 'SERVER_NAME', tx.request.serverName);
