/** Reads a request and its matches from a line of an audit log. It accepts our records and those of Coraza. */
import { isIP } from 'node:net';
import { itemsOf, member, memberAt, membersOf, parseJson, textOf } from '#compiler/json.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { MASK } from '#engine/log/redact-text.ts';
import { type RunRequest, requestOf } from '../../requests/request.ts';

export type LoggedRequest = {
  readonly client: string;
  readonly request: RunRequest;
  readonly matches: readonly LoggedMatch[];
  /** The parts of the request that the record does not contain. */
  readonly missing: readonly MissingPart[];
};

/** `response` means that the rule inspects the response, which is not sent again. */
export type MissingPart = 'headers' | 'body' | 'files' | 'cut' | 'masked' | 'response';

/** `data` is the logdata of the rule, which usually names what matched. */
export type LoggedMatch = { readonly ruleId: number; readonly data: ByteString };

/** Reads a line of a log; undefined when it is not an audit record. */
export function readLoggedRequest(line: string): LoggedRequest | undefined {
  const record = parseJson(line);
  const transaction = member(record, 'transaction');
  const uri = bytesAt(transaction, 'request', 'uri');
  if (uri === undefined) return undefined;
  const client = textOf(member(transaction, 'client_ip')) ?? '';
  const own = itemsOf(member(transaction, 'messages')).flatMap(ownMatch);
  const coraza = itemsOf(member(record, 'messages')).flatMap(corazaMatch);
  return {
    client,
    request: requestIn(transaction, uri, client),
    matches: [...own, ...coraza],
    missing: missingOf(transaction),
  };
}

/** Returns the parts that the record lacks. `length` of our records, or the header, shows whether there was a body. */
function missingOf(transaction: unknown): readonly MissingPart[] {
  const request = member(transaction, 'request');
  const headers = new Map(
    membersOf(member(request, 'headers'))
      .flatMap(headersOf)
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
  const body = textOf(member(request, 'body')) ?? '';
  const length = Math.max(
    lengthOf(member(request, 'length')),
    lengthOf(headers.get('content-length')),
  );
  const hasFiles = itemsOf(member(request, 'files')).length > 0;
  const omitted = lengthOf(memberAt(transaction, 'omitted', 'request_body_bytes'));
  return [
    ...(headers.size === 0 ? (['headers'] as const) : []),
    ...(body === '' && length > 0 ? (['body'] as const) : []),
    ...(body !== '' && hasFiles && omitted === 0 && body.length < length
      ? (['files'] as const)
      : []),
    ...(omitted > 0 ? (['cut'] as const) : []),
    ...(JSON.stringify(transaction).includes(MASK) ? (['masked'] as const) : []),
  ];
}

function lengthOf(value: unknown): number {
  const length = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
  return Number.isFinite(length) ? length : 0;
}

function ownMatch(message: unknown): readonly LoggedMatch[] {
  const ruleId = Number(textOf(member(message, 'rule_id')));
  return matchOf(ruleId, bytesAt(message, 'data'));
}

function corazaMatch(message: unknown): readonly LoggedMatch[] {
  return matchOf(Number(memberAt(message, 'data', 'id')), bytesAt(message, 'data', 'data'));
}

function matchOf(ruleId: number, data: ByteString = ''): readonly LoggedMatch[] {
  return Number.isInteger(ruleId) && ruleId > 0 ? [{ ruleId, data }] : [];
}

/** Records without part B have no headers; usual headers are added, because their absence would match rules. */
function requestIn(transaction: unknown, url: ByteString, client: string): RunRequest {
  const method = bytesAt(transaction, 'request', 'method');
  const headers = membersOf(memberAt(transaction, 'request', 'headers')).flatMap(headersOf);
  const body = bytesAt(transaction, 'request', 'body') ?? '';
  const usual = requestOf({ method, url, headers, body });
  const logged = headers.length > 0 ? { headers } : {};
  const address = isIP(client) > 0 ? { remoteAddress: client } : {};
  return { head: { ...usual.head, target: url, ...logged, ...address }, body };
}

function headersOf([name, values]: readonly [string, unknown]): readonly Header[] {
  const list = typeof values === 'string' ? [values] : itemsOf(values);
  return list.flatMap((value): readonly Header[] =>
    typeof value === 'string' ? [[bytesOf(name), bytesOf(value)]] : [],
  );
}

function bytesAt(value: unknown, ...names: readonly string[]): ByteString | undefined {
  const text = textOf(memberAt(value, ...names));
  return text === undefined ? undefined : bytesOf(text);
}

/** Undoes the escapes of format-audit-record.ts for bytes that are not UTF-8. */
function bytesOf(text: string): ByteString {
  return bytesOfText(text).replace(/\\x(5C|[89A-F][0-9A-F])/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
