/** Runs a request and its response through phases 1 to 4 without a network, with the limits that the proxy enforces. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type {
  CompiledWaf,
  Decoding,
  LimitAction,
  ResponseHead,
  Settings,
  Transaction,
} from '#engine/host/compiled-waf.ts';
import type { RunRequest } from '../requests/request.ts';

export type RunResponse = { readonly head: ResponseHead; readonly body: ByteString };

/** A body as rules read it. `whole`: false when more follows than `body` has. */
export type ReadBody = {
  readonly body: ByteString;
  readonly whole: boolean;
  /** Undefined when the body has no content coding. */
  readonly decoding: Decoding | undefined;
};

/** Undoes content codings. `limit`: bytes that rules read. `rejects`: a longer body is refused. */
export type Decode = (body: ByteString, limit: number, rejects: boolean) => ReadBody;

export type RunSetup = {
  /** The simulated backend. Default: it responds with 200 and no body. */
  readonly responseTo?: (() => RunResponse) | undefined;
  /** Undefined: the body is inspected as it is. */
  readonly decode?: Decode | undefined;
};

/** The proxy's own refusal of a body over a limit; logs show it as one by rule 0. */
export type LimitRefusal = { readonly status: 413 | 500; readonly ruleId: 0 };

const OK: ResponseHead = { status: 200, protocol: 'HTTP/1.1', headers: [] };

/** Returns the refusal at a limit; undefined when only the rules have decided. */
export function runPhases(
  { settings }: CompiledWaf,
  transaction: Transaction,
  request: RunRequest,
  { responseTo = () => ({ head: OK, body: '' }), decode = asItIs }: RunSetup = {},
): LimitRefusal | undefined {
  if (transaction.inspectRequestHeaders() !== undefined) return undefined;
  const { requestBodyAccess, requestBodyLimit: limit } = transaction;
  const isRejected = rejects(transaction, settings.requestBodyLimitAction);
  if (requestBodyAccess && isRejected && request.body.length > limit)
    return refuse(transaction, 413);
  const read = requestBodyAccess && request.body !== '' ? decode : asItIs;
  const { body, whole, decoding } = read(request.body, limit, isRejected);
  // A body that is refused because it cannot be decoded is not read.
  const isRead =
    requestBodyAccess && (decoding?.kind !== 'failed' || transaction.ruleEngine !== 'On');
  const shown = isRead ? body.slice(0, limit) : '';
  const isTooLong = requestBodyAccess && (!whole || body.length > limit);
  if (transaction.inspectRequestBody(shown, isTooLong, decoding) !== undefined) return undefined;
  return runResponse(settings, transaction, responseTo());
}

/** Runs phases 3 and 4. */
function runResponse(
  settings: Settings,
  transaction: Transaction,
  { head, body }: RunResponse,
): LimitRefusal | undefined {
  if (transaction.inspectResponseHeaders(head) !== undefined) return undefined;
  const { responseBodyLimit, wantsResponseBody } = transaction;
  const isCut = wantsResponseBody && body.length > responseBodyLimit;
  if (isCut && rejects(transaction, settings.responseBodyLimitAction))
    return refuse(transaction, 500);
  transaction.inspectResponseBody(wantsResponseBody ? body.slice(0, responseBodyLimit) : '', isCut);
  return undefined;
}

function asItIs(body: ByteString): ReadBody {
  return { body, whole: true, decoding: undefined };
}

function rejects({ ruleEngine }: Transaction, action: LimitAction): boolean {
  return ruleEngine === 'On' && action === 'Reject';
}

/** Phase 3 sees the response of the proxy, if it has not seen another one, and may replace it. */
function refuse(
  transaction: Transaction,
  status: LimitRefusal['status'],
): LimitRefusal | undefined {
  transaction.inspectResponseHeaders({ ...OK, status });
  return transaction.interruption === undefined ? { status, ruleId: 0 } : undefined;
}
