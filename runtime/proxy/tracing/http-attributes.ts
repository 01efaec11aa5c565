/** Attributes about the request that both spans of an exchange have (stable semantic conventions for HTTP). */
import type { Attributes } from '@opentelemetry/api';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { type Redaction, redactTarget } from '#engine/log/redact.ts';
import { parseTargetForm } from '../http/target-form.ts';
import { cutText } from '../logs/cut-text.ts';
import { shown } from './shown-text.ts';

/** Methods that are shown by name. */
const METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
);

/** Returns the name of a span. There are few names, whatever methods clients send. */
export function spanName(method: ByteString): string {
  return METHODS.has(method) ? method : 'HTTP';
}

/**
 * Returns the first attributes of a span. Others are added one by one by name, because V8 takes ten times as long
 * to copy them from other objects.
 */
export function methodAttributes(method: ByteString): Attributes {
  if (METHODS.has(method)) return { 'http.request.method': method };
  return {
    'http.request.method': '_OTHER',
    'http.request.method_original': shown(cutText(method)),
  };
}

/** Returns path and query without secrets. A target that has neither, such as `*`, is returned whole. */
export function targetShown(target: ByteString, redact: Redaction): string {
  const form = parseTargetForm(target);
  return shown(redactTarget(cutText(form.kind === 'Other' ? target : form.target), redact));
}
