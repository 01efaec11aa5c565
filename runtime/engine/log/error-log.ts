/**
 * The line of the error log for one matched rule, in Coraza's format (docs/spec/logs.md#error-log).
 *
 * The literal `Coraza: ` names the format, not the program: CrowdSec's parser requires exactly
 * `[client "IP"] Coraza: ` and this order of fields, and go-ftw reads `[id "N"]` (docs/spec/ftw.md#verdict).
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { MatchDatum, RuleMatch, Transaction } from '../host/compiled-waf.ts';
import { MOST_FURTHER_MATCHES } from '../host/message-limits.ts';
import type { DisruptiveKind, RuleInfo } from '../host/rule-info.ts';
import { escapeControls, quote } from './quote.ts';
import { type Redaction, redactMatch, redactTarget } from './redact.ts';
import { severityWord } from './severity-word.ts';

/** Coraza's limit for msg and data, in bytes; the texts that the public tests expect are within it. */
const TEXT_LIMIT = 280;
/** Bytes of the request target: enough to find the request again. */
const TARGET_LIMIT = 2048;

const VERDICTS: Readonly<Record<DisruptiveKind, string>> = {
  pass: 'Warning. ',
  block: 'Access denied',
  deny: 'Access denied',
  drop: 'Access dropped',
  redirect: 'Access redirected',
  allow: 'Access allowed',
};

/** What all lines of a transaction have in common, formatted once. */
export type CommonFields = {
  readonly transaction: Transaction;
  readonly redact: Redaction;
  readonly beginning: ByteString;
  readonly end: ByteString;
};

/** Secrets are masked unless `redact` is off, also in the target. */
export function commonFields(transaction: Transaction, redact: Redaction): CommonFields {
  const { request, id } = transaction;
  const target = redactTarget(request.target.slice(0, TARGET_LIMIT), redact);
  const beginning = `[client ${quote(request.remoteAddress)}] Coraza: `;
  const end = ` [hostname ${quote(request.serverAddress)}] [uri ${quote(target)}] [unique_id ${quote(id)}]`;
  return { transaction, redact, beginning, end };
}

/**
 * Returns one physical line without its line end: a byte string, valid UTF-8 except for the rules' own texts. It is no
 * closure over the common fields: V8 drops the optimized code of closures that live no longer than a transaction.
 */
export function formatLine(
  { transaction, redact, beginning, end }: CommonFields,
  match: RuleMatch,
): ByteString {
  const data = redactMatch(match, redact);
  const [first] = data;
  const { location, attributes } = ruleFields(match.rule);
  const message = (first?.message ?? '').slice(0, TEXT_LIMIT);
  const quoted = quote(message);
  // What needs no escapes in quotes needs none without them.
  const isPlain = message !== '' && quoted.length === message.length + 2;
  return (
    `${beginning}${verdict(transaction, match)}${isPlain ? message : headline(data)} ${location}` +
    ` [msg ${quoted}] [data ${quoteCut(first?.data ?? '')}] ${attributes}` +
    end +
    furtherMatches(data)
  );
}

/** Returns the line of one match (`formatLine`). */
export function errorLogLine(
  transaction: Transaction,
  match: RuleMatch,
  redact: Redaction = 'secrets',
): ByteString {
  return formatLine(commonFields(transaction, redact), match);
}

/** The fields that are the same in all lines of a rule. */
type RuleFields = { readonly location: ByteString; readonly attributes: ByteString };

/** Rules are constants of a module; their fields are a third of a line's cost. */
const fieldsOfRules = new WeakMap<RuleInfo, RuleFields>();

function ruleFields(rule: RuleInfo): RuleFields {
  const known = fieldsOfRules.get(rule);
  if (known !== undefined) return known;
  const fields = {
    location: `[file ${quote(rule.file)}] [line "${rule.line}"] [id "${rule.id}"] [rev ${quote(rule.rev)}]`,
    attributes: [
      `[severity "${severityWord(rule.severity)}"] [ver ${quote(rule.ver)}]`,
      `[maturity "${rule.maturity}"] [accuracy "${rule.accuracy}"]`,
      ...rule.tags.map((tag) => `[tag ${quote(tag)}]`),
    ].join(' '),
  };
  fieldsOfRules.set(rule, fields);
  return fields;
}

/**
 * Returns the verdict: a warning unless the rule ended the request. Rules with `pass`, in DetectionOnly and in phase
 * 5 do not end it.
 */
function verdict(transaction: Transaction, { rule, interrupted }: RuleMatch): string {
  const allows = rule.disruptive === 'allow' && transaction.ruleEngine === 'On';
  if (!interrupted && !allows) return VERDICTS.pass;
  const kind = rule.disruptive ?? 'pass';
  return kind === 'pass' ? VERDICTS.pass : `${VERDICTS[kind]} (phase ${rule.phase}). `;
}

/** Returns the first message: that of a chain may belong to a later link. */
function headline(data: readonly MatchDatum[]): ByteString {
  const message = data.find((datum) => datum.message !== '')?.message ?? '';
  return escapeControls(message.slice(0, TEXT_LIMIT));
}

/** Lists the further matches, without a blank before each `[msg_match_`, as in Coraza. */
function furtherMatches(data: readonly MatchDatum[]): ByteString {
  let list = '';
  for (let index = 1; index < data.length && index <= MOST_FURTHER_MATCHES; index += 1) {
    const { message = '', data: text = '' } = data[index] ?? {};
    if (message === '' && text === '') continue;
    list += `[msg_match_${index} ${quoteCut(message)}] [data_match_${index} ${quoteCut(text)}]`;
  }
  return list;
}

function quoteCut(text: ByteString): ByteString {
  return quote(text.slice(0, TEXT_LIMIT));
}
