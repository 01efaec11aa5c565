/** Formats audit records as JSON, one a line, such that every byte can be recovered. */
import type { ByteString } from '../bytes/byte-string.ts';
import type {
  AuditHeaders,
  AuditMessage,
  AuditProducer,
  AuditRecord,
  AuditRequest,
  AuditResponse,
} from './audit-types.ts';
import { escapeUnseen, jsonString, showBytes, textMember } from './json-text.ts';

/**
 * Returns one JSON object without a line end, as characters (write it as UTF-8): what JSON.stringify would return for
 * the record with every text as `jsonString` shows it. The text is concatenated, because JSON.stringify takes twice as
 * long, and the tags of a rule are formatted once.
 */
export function formatAuditRecord({ transaction }: AuditRecord): string {
  const { producer, omitted, messages, policy, trace_id } = transaction;
  return (
    `{"transaction":{"timestamp":"${transaction.timestamp}","unix_timestamp":${transaction.unix_timestamp}` +
    `,"id":${jsonString(transaction.id)}` +
    `,"client_ip":${jsonString(transaction.client_ip)},"client_port":${transaction.client_port}` +
    `,"host_ip":${jsonString(transaction.host_ip)},"host_port":${transaction.host_port}` +
    `,"server_id":${jsonString(transaction.server_id)}` +
    `,"request":${requestJson(transaction.request)},"response":${responseJson(transaction.response)}` +
    (producer === undefined ? '' : `,"producer":${producerJson(producer)}`) +
    `,"highest_severity":"${transaction.highest_severity}"` +
    `,"is_interrupted":${transaction.is_interrupted},"is_truncated":${transaction.is_truncated}` +
    (omitted === undefined ? '' : `,"omitted":${JSON.stringify(omitted)}`) +
    `,"messages":[${messages.map(messageJson).join(',')}]` +
    textMember('policy', policy) +
    textMember('trace_id', trace_id) +
    '}}'
  );
}

function requestJson(request: AuditRequest): string {
  const { files } = request;
  return (
    `{"method":${jsonString(request.method)},"protocol":${jsonString(request.protocol)}` +
    `,"http_version":${jsonString(request.http_version)},"uri":${jsonString(request.uri)}` +
    `,"headers":${headersJson(request.headers)}${textMember('body', request.body)}` +
    (files === undefined ? '' : `,"files":[${files.map(fileJson).join(',')}]`) +
    `,"length":${request.length}}`
  );
}

type File = NonNullable<AuditRequest['files']>[number];

function fileJson({ name, field, size }: File): string {
  return `{"name":${jsonString(name)},"field":${jsonString(field)},"size":${size}}`;
}

function responseJson({ protocol, status, headers, body }: AuditResponse): string {
  return (
    `{"protocol":${jsonString(protocol)},"status":${status}` +
    `,"headers":${headersJson(headers)}${textMember('body', body)}}`
  );
}

function producerJson({ connector, version, rule_engine, rulesets }: AuditProducer): string {
  return (
    `{"connector":${jsonString(connector)},"version":${jsonString(version)}` +
    `,"rule_engine":${jsonString(rule_engine)},"rulesets":${listJson(rulesets)}}`
  );
}

function listJson(values: readonly ByteString[]): string {
  return `[${values.map(jsonString).join(',')}]`;
}

const NUMBER = /^[0-9]+$/;

function headersJson(headers: AuditHeaders): string {
  let members = '';
  for (const [name, values] of headers) {
    if (NUMBER.test(name)) return asObject(headers);
    members += `${members === '' ? '' : ','}${jsonString(name)}:${listJson(values)}`;
  }
  return `{${members}}`;
}

/**
 * Formats headers of which one has a number for a name, as JavaScript orders the members of an object: numbers come
 * first. Object.fromEntries defines own properties, so a header named __proto__ is safe.
 */
function asObject(headers: AuditHeaders): string {
  const entries = Array.from(headers, ([name, values]) => [showBytes(name), values.map(showBytes)]);
  return escapeUnseen(JSON.stringify(Object.fromEntries(entries)));
}

function messageJson(message: AuditMessage): string {
  const beginning = `{"rule_id":"${message.rule_id}","message":${jsonString(message.message)}`;
  if (message.file === undefined) return `${beginning}}`;
  return (
    `${beginning},"file":${jsonString(message.file)},"line":${message.line}` +
    `,"rev":${jsonString(message.rev)},"data":${jsonString(message.data)}` +
    `,"severity":${message.severity},"ver":${jsonString(message.ver)}` +
    `,"maturity":${message.maturity},"accuracy":${message.accuracy},"tags":${tagsJson(message.tags)}` +
    `,"phase":${message.phase},"disruptive":${message.disruptive}` +
    `${textMember('error_message', message.error_message)}}`
  );
}

/** The tags of rules are constants of a module. */
const knownTags = new WeakMap<readonly ByteString[], string>();

function tagsJson(tags: readonly ByteString[]): string {
  const known = knownTags.get(tags);
  if (known !== undefined) return known;
  const json = listJson(tags);
  knownTags.set(tags, json);
  return json;
}
