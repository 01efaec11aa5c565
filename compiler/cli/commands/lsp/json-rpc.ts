/** JSON-RPC 2.0 as the language server protocol uses it: what a message is, and what answers it. */

export type RequestId = number | string;

export type Incoming =
  | {
      readonly kind: 'Request';
      readonly id: RequestId;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'Notification'; readonly method: string; readonly params: unknown }
  /** The client answers something; the server asks nothing, so nothing waits for it. */
  | { readonly kind: 'Response' }
  | { readonly kind: 'Invalid'; readonly id: RequestId | null; readonly error: ResponseError };

export type ResponseError = { readonly code: number; readonly message: string };

/** JSON-RPC 2.0, section 5.1, and LSP 3.17, ErrorCodes. */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverNotInitialized: -32002,
} as const;

/** One message; whatever the text, nothing is thrown. */
export function parseMessage(text: string): Incoming {
  const message = parseJson(text);
  if (message === undefined) return invalid(null, errorCodes.parseError, 'This is not JSON.');
  const id = member(message, 'id');
  const method = member(message, 'method');
  const known = typeof id === 'number' || typeof id === 'string' ? id : undefined;
  if (typeof method === 'string') {
    const params = member(message, 'params');
    if (known !== undefined) return { kind: 'Request', id: known, method, params };
    if (id === undefined) return { kind: 'Notification', method, params };
  }
  const isAnswer =
    member(message, 'result') !== undefined || member(message, 'error') !== undefined;
  if (known !== undefined && isAnswer) return { kind: 'Response' };
  return invalid(known ?? null, errorCodes.invalidRequest, 'This is no request.');
}

function invalid(id: RequestId | null, code: number, message: string): Incoming {
  return { kind: 'Invalid', id, error: { code, message } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The own member of an object; undefined: there is none, or `value` is no object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

export function responseOf(id: RequestId, result: unknown): object {
  return { jsonrpc: '2.0', id, result: result ?? null };
}

/** `id` is null when the message was too broken to tell its id. */
export function errorResponse(id: RequestId | null, error: ResponseError): object {
  return { jsonrpc: '2.0', id, error };
}

export function notificationOf(method: string, params: object): object {
  return { jsonrpc: '2.0', method, params };
}
