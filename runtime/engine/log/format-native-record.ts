/** Formats audit records for SecAuditLogFormat Native (docs/spec/logs.md#native-audit-log). */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Transaction } from '../host/compiled-waf.ts';
import { apacheTime } from './apache-time.ts';
import type { AuditHeaders, AuditRecord, AuditTransaction } from './audit-types.ts';
import { commonFields, formatLine } from './error-log.ts';
import { quote, showLines } from './quote.ts';
import type { Redaction } from './redact.ts';

/**
 * Returns all parts of SecAuditLogParts in the order written, as a byte string with a line end at the end. `boundary`
 * is a random word from the host: a request that could guess it could forge records. Part K is empty, because a
 * compiled module does not contain the text of its rules.
 */
export function formatNativeRecord(
  transaction: Transaction,
  record: AuditRecord,
  boundary: string,
  redact: Redaction,
): ByteString {
  const parts = Array.from(transaction.auditLogParts, (part) => {
    const content = partContent(part, transaction, record.transaction, redact);
    return `--${boundary}-${part}--\n${content}${part === 'A' ? '' : '\n'}`;
  });
  return parts.join('');
}

function partContent(
  part: string,
  transaction: Transaction,
  record: AuditTransaction,
  redact: Redaction,
): ByteString {
  const { request, response } = record;
  switch (part) {
    case 'A':
      return `[${apacheTime(record.timestamp)}] ${record.id} ${record.client_ip} ${record.client_port} ${record.host_ip} ${record.host_port}\n`;
    case 'B':
      return showLines(
        `${request.method} ${request.uri} ${request.protocol}\n${headerLines(request.headers)}`,
      );
    case 'C':
      return withLineEnd(request.body);
    case 'I':
      return transaction.auditLogParts.includes('C') ? '' : withLineEnd(request.body);
    case 'E':
      return withLineEnd(response.body);
    case 'F':
      return showLines(`${response.protocol} ${response.status}\n${headerLines(response.headers)}`);
    case 'H':
      return matchLines(transaction, redact) + hostLines(record);
    case 'J':
      return fileLines(request.files ?? []);
    default:
      return '';
  }
}

function headerLines(headers: AuditHeaders): ByteString {
  let lines = '';
  for (const [name, values] of headers) {
    for (const value of values) lines += `${name}: ${value}\n`;
  }
  return lines;
}

/** Returns the lines about policy and trace, which the host provides. */
function hostLines({ policy, trace_id: trace }: AuditTransaction): ByteString {
  const policyLine = policy === undefined ? '' : `Policy: ${policy}\n`;
  return trace === undefined ? policyLine : `${policyLine}Trace: ${trace}\n`;
}

/** Limit for the bytes of the lines of part H. */
const MATCH_BYTES = 262_144;

/** Returns as many lines as fit; when some do not, a last line has their number. */
function matchLines(transaction: Transaction, redact: Redaction): ByteString {
  const matches = transaction.matches.filter((match) => match.rule.audit);
  const common = commonFields(transaction, redact);
  let lines = '';
  for (const [index, match] of matches.entries()) {
    const line = `${formatLine(common, match)}\n`;
    if (lines.length + line.length > MATCH_BYTES) {
      return `${lines}Omitted: ${matches.length - index} messages\n`;
    }
    lines += line;
  }
  return lines;
}

function fileLines(files: NonNullable<AuditTransaction['request']['files']>): ByteString {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const lines = files.map(({ size, name }, index) => `${index + 1},${size},${quote(name)},""\n`);
  return `${lines.join('')}Total,${total}\n`;
}

function withLineEnd(body: ByteString | undefined): ByteString {
  return body === undefined || body === '' ? '' : `${showLines(body)}\n`;
}
