/** The types of OpenTelemetry's variables. Values may be secrets, so problems never quote them. */
import { listOf, type Parsed, problem, value } from './setting-types.ts';

export type KeyValue = readonly [key: string, value: string];

/** A token of RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Characters that Node accepts in a header value. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Key and value are percent-decoded. */
export const keyValues = listOf('`key=value`, comma-separated', ',', pairOf);

export const otlpHeaders = listOf('`name=value`, comma-separated', ',', (entry) => {
  const parsed = pairOf(entry);
  if (parsed.kind === 'Problems') return parsed;
  const [name, content] = parsed.value;
  if (!TOKEN.test(name)) return problem('an entry has no name of a header before its "=".');
  return FIELD_VALUE.test(content)
    ? parsed
    : problem(`the value of ${name} has a character that no header may have.`);
});

function pairOf(entry: string): Parsed<KeyValue> {
  const separator = entry.indexOf('=');
  if (separator <= 0) return problem('an entry is not key=value.');
  try {
    const key = decodeURIComponent(entry.slice(0, separator).trim());
    return value([key, decodeURIComponent(entry.slice(separator + 1).trim())] as const);
  } catch {
    return problem('an entry has a "%" that begins no percent-encoded UTF-8.');
  }
}
