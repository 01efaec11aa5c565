/** What both spans of an exchange say of its request (stable semantic conventions of HTTP). */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { type Redaction, redactTarget } from '../../engine/log/redact.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { parseTargetForm } from '../http/target-form.ts';
import { cut, integerAttribute, textAttribute } from './attribute.ts';

export const serverAddress = textAttribute('server.address');
export const serverPort = integerAttribute('server.port');
export const statusCode = integerAttribute('http.response.status_code');
export const errorType = textAttribute('error.type');
const requestMethod = textAttribute('http.request.method');
const originalMethod = textAttribute('http.request.method_original');

/** Methods with a name of their own, and the first attribute of spans about them. */
const METHODS: ReadonlyMap<string, string> = new Map(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'
    .split(' ')
    .map((method) => [method, requestMethod(method).slice(1)] as const),
);
const OTHER = requestMethod('_OTHER').slice(1);

/** Few names, whatever clients send. */
export function spanName(method: ByteString): string {
  return METHODS.has(method) ? method : 'HTTP';
}

/** Without a comma before it: a span begins with it. */
export function methodAttributes(method: ByteString): string {
  return METHODS.get(method) ?? OTHER + originalMethod(cut(method));
}

/** Path and query, without secrets; what is neither, as `*`, is shown whole. */
export function targetShown({ target }: ClientMessage, redact: Redaction): ByteString {
  const form = parseTargetForm(target);
  return redactTarget(cut(form.kind === 'Other' ? target : form.target), redact);
}
