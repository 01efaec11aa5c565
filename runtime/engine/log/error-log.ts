/**
 * The error log's line for one matched rule, in Coraza's format (docs/spec/logs.md#error-log).
 *
 * The literal `Coraza: ` names the format, not the program: CrowdSec's parser for it wants exactly
 * `[client "IP"] Coraza: ` and this order of fields, and go-ftw reads `[id "N"]` (docs/spec/ftw.md#verdict).
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { MatchDatum, RuleMatch, Transaction } from '../host/compiled-waf.ts';
import type { DisruptiveKind } from '../host/rule-info.ts';
import { escapeControls, quote } from './quote.ts';
import { type Redaction, redactMatch, redactTarget } from './redact.ts';
import { severityWord } from './severity-word.ts';

/** Coraza's limit for msg and data, bytes; what the public tests look for stands well before it. */
const TEXT_LIMIT = 280;
/** Bytes of the request target: long enough to find the request again, short enough for a line. */
const TARGET_LIMIT = 2048;
/** Further matches on a line. Coraza lists them all: a request with 1000 arguments makes a line of a megabyte. */
const FURTHER_MATCHES = 32;

const VERDICTS: Readonly<Record<DisruptiveKind, string>> = {
  pass: 'Warning. ',
  block: 'Access denied',
  deny: 'Access denied',
  drop: 'Access dropped',
  redirect: 'Access redirected',
  allow: 'Access allowed',
};

/**
 * One physical line without its line end; bytes, valid UTF-8 apart from what the rules' own texts hold.
 * Secrets are masked unless `redact` is off, also in the target.
 */
export function errorLogLine(
  transaction: Transaction,
  match: RuleMatch,
  redact: Redaction = 'secrets',
): ByteString {
  const { rule } = match;
  const data = redactMatch(match, redact);
  const [first] = data;
  const { request, id } = transaction;
  const target = redactTarget(request.target.slice(0, TARGET_LIMIT), redact);
  return [
    `[client ${quote(request.remoteAddress)}] Coraza: ${verdict(transaction, match)}${headline(data)}`,
    `[file ${quote(rule.file)}] [line "${rule.line}"] [id "${rule.id}"] [rev ${quote(rule.rev)}]`,
    `[msg ${quoteCut(first?.message ?? '')}] [data ${quoteCut(first?.data ?? '')}]`,
    `[severity "${severityWord(rule.severity)}"] [ver ${quote(rule.ver)}]`,
    `[maturity "${rule.maturity}"] [accuracy "${rule.accuracy}"]`,
    ...rule.tags.map((tag) => `[tag ${quote(tag)}]`),
    `[hostname ${quote(request.serverAddress)}] [uri ${quote(target)}] [unique_id ${quote(id)}]${furtherMatches(data)}`,
  ].join(' ');
}

/** Warning unless the rule did end the request: DetectionOnly, `pass`, and rules of phase 5. */
function verdict(transaction: Transaction, { rule, interrupted }: RuleMatch): string {
  const allows = rule.disruptive === 'allow' && transaction.ruleEngine === 'On';
  if (!interrupted && !allows) return VERDICTS.pass;
  const kind = rule.disruptive ?? 'pass';
  return kind === 'pass' ? VERDICTS.pass : `${VERDICTS[kind]} (phase ${rule.phase}). `;
}

/** The first message there is: a chain's message may stand on a later link. */
function headline(data: readonly MatchDatum[]): ByteString {
  const message = data.find((datum) => datum.message !== '')?.message ?? '';
  return escapeControls(message.slice(0, TEXT_LIMIT));
}

/** Without a blank before each `[msg_match_`, as Coraza writes it. */
function furtherMatches(data: readonly MatchDatum[]): ByteString {
  let list = '';
  for (let index = 1; index < data.length && index <= FURTHER_MATCHES; index += 1) {
    const { message = '', data: text = '' } = data[index] ?? {};
    if (message === '' && text === '') continue;
    list += `[msg_match_${index} ${quoteCut(message)}] [data_match_${index} ${quoteCut(text)}]`;
  }
  return list;
}

function quoteCut(text: ByteString): ByteString {
  return quote(text.slice(0, TEXT_LIMIT));
}
