/** The audit record of a transaction, part by part (SecAuditLogParts; docs/spec/logs.md#json-audit-log). */
import { BODY_EXCERPT } from '../body/body-excerpt.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { Header, Manifest, Settings, Transaction } from '../host/compiled-waf.ts';
import type { Severity } from '../host/rule-info.ts';
import { auditMessages } from './audit-messages.ts';
import type {
  AuditHeaders,
  AuditOmitted,
  AuditProducer,
  AuditRecord,
  AuditRequest,
  AuditResponse,
} from './audit-types.ts';
import { showParts } from './multipart-text.ts';
import { type Redaction, redactBody, redactHeader, redactTarget } from './redact.ts';
import { severityWord } from './severity-word.ts';

/**
 * Returns the record of a closed transaction. `now` is the time of the record; secrets are masked unless `redact` is
 * off (AUDIT_REDACT).
 */
export function auditRecord(
  transaction: Transaction,
  settings: Settings,
  manifest: Manifest,
  now: Date,
  redact: Redaction,
): AuditRecord {
  const { request, interruption, auditLogParts: parts } = transaction;
  const { messages, omitted: omittedMessages } = auditMessages(transaction, redact);
  const omitted = omittedOf(transaction, omittedMessages);
  return {
    transaction: {
      timestamp: now.toISOString(),
      unix_timestamp: now.getTime() * 1_000_000,
      id: transaction.id,
      client_ip: request.remoteAddress,
      client_port: request.remotePort,
      host_ip: request.serverAddress,
      host_port: request.serverPort,
      server_id: request.serverName,
      request: auditRequest(transaction, redact),
      response: auditResponse(transaction, redact),
      producer: parts.includes('H') ? auditProducer(transaction, settings, manifest) : undefined,
      highest_severity: highestSeverity(transaction),
      is_interrupted: interruption !== undefined,
      is_truncated: omitted !== undefined,
      omitted,
      messages,
    },
  };
}

/** Returns how much was left out; undefined: nothing. */
function omittedOf(transaction: Transaction, messages: number): AuditOmitted | undefined {
  const { auditLogParts: parts, requestBodyLength, responseBody } = transaction;
  const request = /[CI]/.test(parts) ? requestBodyLength - BODY_EXCERPT : 0;
  const response = parts.includes('E') ? responseBody.length - BODY_EXCERPT : 0;
  const omitted = {
    ...(messages > 0 && { messages }),
    ...(request > 0 && { request_body_bytes: request }),
    ...(response > 0 && { response_body_bytes: response }),
  };
  return Object.keys(omitted).length === 0 ? undefined : omitted;
}

function auditRequest(transaction: Transaction, redact: Redaction): AuditRequest {
  const { request, auditLogParts: parts } = transaction;
  return {
    method: request.method,
    protocol: request.protocol,
    http_version: request.protocol.replace(/^HTTP\//, ''),
    uri: redactTarget(request.target, redact),
    headers: parts.includes('B') ? headerMap(request.headers, redact) : new Map(),
    body: shownBody(transaction, redact),
    files: parts.includes('J')
      ? transaction.files.map(({ name, field, size }) => ({ name, field, size }))
      : undefined,
    length: transaction.requestBodyLength,
  };
}

/** Returns the request body to show. Part I is part C without the contents of files; with both, C is shown. */
function shownBody(transaction: Transaction, redact: Redaction): ByteString | undefined {
  const { auditLogParts: parts, request, requestBody } = transaction;
  if (!/[CI]/.test(parts)) return undefined;
  const isMultipart = request.headers.some(isMultipartType);
  const shown = isMultipart && !parts.includes('C') ? withoutFiles(requestBody) : requestBody;
  return redactBody(shown, isMultipart, redact);
}

function isMultipartType([name, value]: readonly [ByteString, ByteString]): boolean {
  return lowerAscii(name) === 'content-type' && /^\s*multipart\//i.test(value);
}

function withoutFiles(body: ByteString): ByteString {
  return showParts(body, ({ filename, content }) => (filename === undefined ? content : ''));
}

/**
 * Returns the response part. Without a back end's response it has the request's protocol, in which the proxy itself
 * responds.
 */
function auditResponse(transaction: Transaction, redact: Redaction): AuditResponse {
  const { interruption, response, request, auditLogParts: parts } = transaction;
  return {
    protocol: response?.protocol ?? request.protocol,
    status: interruption?.status ?? response?.status ?? 0,
    headers: parts.includes('F') ? headerMap(response?.headers ?? [], redact) : new Map(),
    body: parts.includes('E')
      ? redactBody(transaction.responseBody.slice(0, BODY_EXCERPT), false, redact)
      : undefined,
  };
}

function auditProducer(
  transaction: Transaction,
  settings: Settings,
  manifest: Manifest,
): AuditProducer {
  return {
    connector: `portcullis ${manifest.profile}`,
    version: manifest.compiler,
    rule_engine: transaction.ruleEngine,
    rulesets: settings.componentSignatures,
  };
}

function headerMap(headers: readonly Header[], redact: Redaction): AuditHeaders {
  const map = new Map<ByteString, ByteString[]>();
  for (const header of headers) {
    const name = lowerAscii(header[0]);
    const values = map.get(name);
    const value = redactHeader(header, redact, name);
    if (values === undefined) map.set(name, [value]);
    else values.push(value);
  }
  return map;
}

function highestSeverity({ highestSeverity: severity }: Transaction): string {
  return isSeverity(severity) ? severityWord(severity) : '';
}

function isSeverity(value: number): value is Severity {
  return value >= 0 && value <= 7;
}
