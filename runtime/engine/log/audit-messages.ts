/** The messages of an audit record, up to a limit, and the number of those left out. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { MatchDatum, RuleMatch, Transaction } from '../host/compiled-waf.ts';
import { MOST_AUDIT_MESSAGES } from '../host/message-limits.ts';
import type { AuditMessage } from './audit-types.ts';
import { errorLogLine } from './error-log.ts';
import { BODY_TOO_LARGE_MESSAGE } from './record-refusal.ts';
import { type Redaction, redactMatch } from './redact.ts';

/** Bytes of a message or its data: rules quote whole bodies in them. */
const TEXT_LIMIT = 4096;
/** Bytes of all message texts, before they are escaped: a client must not fill the disk with a few requests. */
const TOTAL_LIMIT = 131_072;

export type AuditMessages = {
  readonly messages: readonly AuditMessage[];
  /** Number of messages left out. */
  readonly omitted: number;
};

/** Returns one message for each value that a rule with `auditlog` matched. */
export function auditMessages(transaction: Transaction, redact: Redaction): AuditMessages {
  const messages = [...engineMessages(transaction)];
  let omitted = 0;
  let room = TOTAL_LIMIT;
  for (const match of transaction.matches) {
    if (!match.rule.audit) continue;
    const count = messageCount(match);
    const wanted = room > 0 ? Math.min(count, MOST_AUDIT_MESSAGES - messages.length) : 0;
    let shown = 0;
    for (const message of matchMessages(transaction, match, wanted, redact)) {
      room -= bytesOf(message);
      if (room < 0) break;
      messages.push(message);
      shown += 1;
    }
    omitted += count - shown;
  }
  return { messages, omitted };
}

const TOO_MANY_ARGUMENTS = 'The request has more arguments than SecArgumentsLimit allows';
const RESPONSE_TOO_LONG = 'The response body is longer than SecResponseBodyLimit';
const FIELDS_TOO_LONG = 'The body without its files is longer than SecRequestBodyNoFilesLimit';

/** Returns the engine's own message, as rule 0, about a transaction that it ended or whose inspection it stopped. */
function engineMessages(transaction: Transaction): readonly AuditMessage[] {
  const { stepsUsedUp, badExpression, stopReason } = transaction;
  const limit = limitMessage(transaction);
  if (limit !== undefined) return [{ rule_id: '0', message: limit }];
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

/** Returns what an own verdict of the engine on arguments or a body says; other verdicts have a reason of their own. */
function limitMessage(transaction: Transaction): string | undefined {
  const { interruption, detected, decodingFailed, requestBodyLength, requestBodyLimit } =
    transaction;
  const verdict = interruption ?? detected;
  // Rules have seen in REQBODY_ERROR_MSG why a body could not be decoded.
  if (verdict?.ruleId !== 0 || decodingFailed) return undefined;
  if (verdict.status === 400) return TOO_MANY_ARGUMENTS;
  if (verdict.status === 500) return RESPONSE_TOO_LONG;
  if (verdict.status !== 413) return undefined;
  return requestBodyLength < requestBodyLimit ? FIELDS_TOO_LONG : BODY_TOO_LARGE_MESSAGE;
}

/**
 * Returns the number of messages of a match. Values without message and data are links of a chain; the first value
 * represents the rule.
 */
function messageCount({ data }: RuleMatch): number {
  return 1 + data.slice(1).filter(hasText).length;
}

function hasText({ message, data }: MatchDatum): boolean {
  return message !== '' || data !== '';
}

/** Returns the first `wanted` messages of a rule. */
function matchMessages(
  transaction: Transaction,
  match: RuleMatch,
  wanted: number,
  redact: Redaction,
): readonly AuditMessage[] {
  if (wanted <= 0) return [];
  const parts = transaction.auditLogParts;
  const shown = redactMatch({ ...match, data: firstWithText(match.data, wanted) }, redact);
  const texts = shown.length === 0 ? WITHOUT_TEXT : shown;
  const hasDetails = parts.includes('H') || parts.includes('K');
  const error_message = parts.includes('K') ? errorLogLine(transaction, match, redact) : undefined;
  return texts.map((text) => auditMessage(match, text, hasDetails, error_message));
}

const WITHOUT_TEXT: readonly Pick<MatchDatum, 'message' | 'data'>[] = [{ message: '', data: '' }];

/** Returns `data` itself when all of it is wanted, so that its secrets need not be found again. */
function firstWithText(data: readonly MatchDatum[], wanted: number): readonly MatchDatum[] {
  const isWanted = (datum: MatchDatum, index: number): boolean => index === 0 || hasText(datum);
  if (data.length <= wanted && data.every(isWanted)) return data;
  return data.filter(isWanted).slice(0, wanted);
}

function auditMessage(
  { rule, interrupted }: RuleMatch,
  { message, data }: Pick<MatchDatum, 'message' | 'data'>,
  hasDetails: boolean,
  error_message: ByteString | undefined,
): AuditMessage {
  const [rule_id, text] = [String(rule.id), message.slice(0, TEXT_LIMIT)];
  if (!hasDetails) return { rule_id, message: text };
  return {
    rule_id,
    message: text,
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
    disruptive: interrupted,
    error_message,
  };
}

function bytesOf({ message, data, file, tags = [], error_message }: AuditMessage): number {
  let bytes = message.length + lengthOf(data) + lengthOf(file) + lengthOf(error_message);
  for (const tag of tags) bytes += tag.length;
  return bytes;
}

function lengthOf(text: ByteString | undefined): number {
  return text?.length ?? 0;
}
