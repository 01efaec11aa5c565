/** What the audit log tells of a transaction, part by part (SecAuditLogParts; docs/spec/logs.md#json-audit-log). */
import { BODY_EXCERPT } from '../body/body-excerpt.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { Header, Manifest, RuleMatch, Settings, Transaction } from '../host/compiled-waf.ts';
import type { Severity } from '../host/rule-info.ts';
import type {
  AuditHeaders,
  AuditMessage,
  AuditProducer,
  AuditRecord,
  AuditRequest,
  AuditResponse,
} from './audit-types.ts';
import { errorLogLine } from './error-log.ts';
import { showParts } from './multipart-text.ts';
import { type Redaction, redactBody, redactHeader, redactMatch, redactTarget } from './redact.ts';
import { severityWord } from './severity-word.ts';

/** Bytes of a message or its data: rules quote whole bodies in them. */
const TEXT_LIMIT = 4096;
/** Messages in a record: rules times arguments has no bound of its own. */
const MESSAGE_LIMIT = 256;

/**
 * The record of a closed transaction. `now` is the time of the record; secrets are masked unless
 * `redact` is off (AUDIT_REDACT).
 */
export function auditRecord(
  transaction: Transaction,
  settings: Settings,
  manifest: Manifest,
  now: Date,
  redact: Redaction,
): AuditRecord {
  const { request, interruption, auditLogParts: parts } = transaction;
  const messages = auditMessages(transaction, redact);
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
      is_truncated:
        messages.length > MESSAGE_LIMIT ||
        (/[CI]/.test(parts) && transaction.requestBodyLength > BODY_EXCERPT) ||
        (parts.includes('E') && transaction.responseBody.length > BODY_EXCERPT),
      messages: messages.slice(0, MESSAGE_LIMIT),
    },
  };
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

/** Part I is part C without the contents of files; where both are asked for, C shows more. */
function shownBody(transaction: Transaction, redact: Redaction): ByteString | undefined {
  const { auditLogParts: parts, request, requestBody } = transaction;
  if (!/[CI]/.test(parts)) return undefined;
  const isMultipart = request.headers.some(
    ([name, value]) => lowerAscii(name) === 'content-type' && /^\s*multipart\//i.test(value),
  );
  const shown = isMultipart && !parts.includes('C') ? withoutFiles(requestBody) : requestBody;
  return redactBody(shown, isMultipart, redact);
}

function withoutFiles(body: ByteString): ByteString {
  return showParts(body, ({ filename, content }) => (filename === undefined ? content : ''));
}

/** Without a backend's answer the protocol is the one our own answer is given in. */
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
    const value = redactHeader(header, redact);
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

/** What the engine itself says of a transaction that it did not finish: as rule 0. */
function engineMessages({
  stepsUsedUp,
  badExpression,
  stopReason,
}: Transaction): readonly AuditMessage[] {
  const reasons = [
    ...(stepsUsedUp ? ['the rules have read more than the step limit allows'] : []),
    ...(badExpression === undefined ? [] : [badExpression]),
    ...(stopReason === undefined ? [] : [stopReason]),
  ];
  return reasons.map((reason) => ({
    rule_id: '0',
    message: `Inspection stopped: ${reason}`.slice(0, TEXT_LIMIT),
  }));
}

/** One message for each value that a rule with `auditlog` matched; one more than shown when there are too many. */

function auditMessages(transaction: Transaction, redact: Redaction): readonly AuditMessage[] {
  const messages = [...engineMessages(transaction)];
  for (const match of transaction.matches) {
    if (!match.rule.audit) continue;
    for (const message of matchMessages(transaction, match, redact)) {
      if (messages.push(message) > MESSAGE_LIMIT) return messages;
    }
  }
  return messages;
}

/** Values without message and data of their own are links of a chain; the first one stands for the rule. */
function matchMessages(
  transaction: Transaction,
  match: RuleMatch,
  redact: Redaction,
): readonly AuditMessage[] {
  const { rule } = match;
  const parts = transaction.auditLogParts;
  const shown = redactMatch(match, redact).slice(0, MESSAGE_LIMIT + 1);
  const [first = { message: '', data: '' }, ...others] = shown;
  const texts = [first, ...others.filter(({ message, data }) => message !== '' || data !== '')];
  const error_message = parts.includes('K') ? errorLogLine(transaction, match, redact) : undefined;
  return texts.map(({ message, data }) => ({
    rule_id: String(rule.id),
    message: message.slice(0, TEXT_LIMIT),
    ...(/[HK]/.test(parts) && {
      file: rule.file,
      line: rule.line,
      rev: rule.rev,
      data: data.slice(0, TEXT_LIMIT),
      severity: rule.severity ?? -1,
      ver: rule.ver,
      maturity: rule.maturity,
      accuracy: rule.accuracy,
      tags: rule.tags,
      phase: rule.phase,
      disruptive: match.interrupted,
      error_message,
    }),
  }));
}
