/** What both spans of an exchange say of its request (stable semantic conventions of HTTP). */
import type { Attributes } from '@opentelemetry/api';
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { type Redaction, redactTarget } from '../../engine/log/redact.ts';
import { parseTargetForm } from '../http/target-form.ts';
import { cut, shown } from './shown-text.ts';

/** Methods with a name of their own. */
const METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
);

/** Few names, whatever clients send. */
export function spanName(method: ByteString): string {
  return METHODS.has(method) ? method : 'HTTP';
}

/**
 * The first attributes of a span; others are added one by one, each by its name: V8 takes ten times as long to copy them
 * from other objects.
 */
export function methodAttributes(method: ByteString): Attributes {
  if (METHODS.has(method)) return { 'http.request.method': method };
  return { 'http.request.method': '_OTHER', 'http.request.method_original': shown(cut(method)) };
}

/** Path and query, without secrets; what is neither, as `*`, is shown whole. */
export function targetShown(target: ByteString, redact: Redaction): string {
  const form = parseTargetForm(target);
  return shown(redactTarget(cut(form.kind === 'Other' ? target : form.target), redact));
}
