/**
 * Phases 3 and 4 of a response that an application writes to node:http. Head and body are held until the rules have
 * inspected them; when rules read no response bodies, nothing is held.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Header, ResponseHead } from '#engine/host/compiled-waf.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Refusal } from '../core/refusal.ts';
import { codingsToUndo, decodeUpTo } from '../core/request-body.ts';
import { inspectResponseBody } from '../core/response-body.ts';
import { decodeBeginningWithZlib, decodeWithZlib } from './decode-body.ts';
import { joinChunks } from './join-chunks.ts';
import { type Replacement, replaceFunctions } from './replace-functions.ts';
import { sendRefusal } from './send-refusal.ts';

type Guard = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly functions: Replacement;
  state: 'undecided' | 'holding' | 'decided' | 'refused';
  readonly chunks: Buffer[];
  size: number;
};

/** Replaces the response's functions until its head has been decided on. */
export function guardResponse(
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
): void {
  const functions = replaceFunctions(response, {
    flushHeaders: () => {
      begin(guard);
      if (guard.state === 'decided') Reflect.apply(own.flushHeaders, response, []);
    },
    writeHead: (status: number, ...rest: readonly unknown[]) => {
      if (guard.state === 'refused') return response;
      if (guard.state === 'decided')
        return Reflect.apply(own.writeHead, response, [status, ...rest]);
      takeHead(response, status, rest);
      return begin(guard) ? Reflect.apply(own.writeHead, response, [status]) : response;
    },
    write: (chunk: unknown, ...rest: readonly unknown[]) => {
      begin(guard);
      if (guard.state === 'decided') return Reflect.apply(own.write, response, [chunk, ...rest]);
      if (guard.state === 'holding') {
        hold(guard, chunk, rest[0]);
        if (guard.size > (exchange.responseBodyLimit() ?? 0)) {
          const held = judge(guard, false);
          if (held !== undefined) Reflect.apply(own.write, response, [held]);
        }
      }
      callBack(rest);
      return true;
    },
    end: (...given: readonly unknown[]) => {
      begin(guard);
      if (guard.state === 'decided') return Reflect.apply(own.end, response, given);
      if (guard.state === 'holding') hold(guard, given[0], given[1]);
      const held = guard.state === 'holding' ? judge(guard, true) : undefined;
      if (held === undefined) {
        callBack(given);
        return response;
      }
      // In one call, so that Node sets Content-Length as it does without the adapter. Responses of status 204 and 304 must
      // not have a chunk, not even an empty one.
      const body = held.length === 0 ? [] : [held];
      return Reflect.apply(own.end, response, [...body, ...given.filter(isFunction)]);
    },
  });
  const { own } = functions;
  const guard: Guard = {
    request,
    response,
    exchange,
    functions,
    state: 'undecided',
    chunks: [],
    size: 0,
  };
}

/** Decides on the head, once. Returns whether the response's own functions may send it. */
function begin(guard: Guard): boolean {
  if (guard.state === 'undecided') {
    const { request, response, exchange } = guard;
    const refusal = exchange.responseHeaders(headOf(response));
    const reads = exchange.responseBodyLimit() !== undefined && request.method !== 'HEAD';
    if (refusal === undefined && reads) guard.state = 'holding';
    else decide(guard, refusal ?? exchange.responseBody(''));
  }
  return guard.state === 'decided';
}

function hold(guard: Guard, chunk: unknown, encoding: unknown): void {
  if (chunk === undefined || chunk === null || typeof chunk === 'function') return;
  const bytes = toBuffer(chunk, encoding);
  guard.chunks.push(bytes);
  guard.size += bytes.length;
}

/** Decides on the held body, and returns it; undefined: it is refused. */
function judge(guard: Guard, whole: boolean): Buffer | undefined {
  const { response, exchange } = guard;
  const held = joinChunks(guard.chunks);
  const refusal = judgeBody(exchange, headOf(response).headers, held, whole);
  decide(guard, refusal);
  return refusal === undefined ? held : undefined;
}

function decide(guard: Guard, refusal: Refusal | undefined): void {
  const { request, response, exchange, functions } = guard;
  functions.release();
  if (refusal === undefined) {
    guard.state = 'decided';
    return;
  }
  // Whatever the application writes after this is discarded.
  guard.state = 'refused';
  functions.refuse(() => sendRefusal(request, response, exchange.id, refusal));
}

function judgeBody(
  exchange: Exchange,
  headers: readonly Header[],
  bytes: Buffer,
  ended: boolean,
): Refusal | undefined {
  const limit = exchange.responseBodyLimit() ?? 0;
  const body = { bytes, whole: ended && bytes.length <= limit };
  const refusesLong = exchange.refusesLongResponses();
  const codings = codingsToUndo(headers, body, refusesLong);
  const decode = refusesLong ? decodeWithZlib : decodeBeginningWithZlib;
  const decoded =
    codings.length === 0 ? undefined : decodeUpTo(codings, bytes, limit, ended, decode);
  return inspectResponseBody(exchange, body, limit, decoded);
}

/** Returns the response head. Date and framing are not among the headers: Node adds them when it sends. */
function headOf(response: ServerResponse): ResponseHead {
  const headers: Header[] = [];
  // One by one, because getHeaders makes an object with all of them.
  for (const name of response.getHeaderNames()) {
    const value = response.getHeader(name);
    if (Array.isArray(value)) for (const each of value) headers.push([name, each]);
    else headers.push([name, String(value)]);
  }
  return { status: response.statusCode, protocol: 'HTTP/1.1', headers };
}

/**
 * Applies the arguments of writeHead (reason, and headers as object or list) to the response, where they can be read
 * and replaced.
 */
function takeHead(response: ServerResponse, status: number, rest: readonly unknown[]): void {
  response.statusCode = status;
  if (typeof rest[0] === 'string') response.statusMessage = rest[0];
  const headers = rest.find((each) => typeof each === 'object' && each !== null);
  if (Array.isArray(headers)) {
    const pairs = pairsOf(headers);
    for (const [name] of pairs) response.removeHeader(name);
    for (const [name, value] of pairs) response.appendHeader(name, value);
    return;
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== undefined) response.setHeader(name, value);
  }
}

/** Returns the headers of a list: of pairs, or of names and values in turn. A value may be a list, as in setHeader. */
function pairsOf(
  headers: readonly unknown[],
): readonly (readonly [name: string, value: string | string[]])[] {
  const flat = Array.isArray(headers[0]) ? headers.flat(1) : headers;
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => {
    const value = flat[2 * index + 1];
    return [String(flat[2 * index]), Array.isArray(value) ? value.map(String) : String(value)];
  });
}

function toBuffer(chunk: unknown, encoding: unknown): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk);
  const isEncoding = typeof encoding === 'string' && Buffer.isEncoding(encoding);
  return Buffer.from(String(chunk), isEncoding ? encoding : 'utf8');
}

function isFunction(value: unknown): value is () => void {
  return typeof value === 'function';
}

/** Calls the callback of a write that is held or discarded, so that the application continues. */
function callBack(rest: readonly unknown[]): void {
  const done = rest.find(isFunction);
  if (done !== undefined) queueMicrotask(done);
}
