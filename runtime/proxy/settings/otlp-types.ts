/** The kinds of value that variables of OpenTelemetry have. Values may be secrets: no problem quotes them. */
import { listOf, type Parsed, problem, type SettingKind, value } from './setting-types.ts';

/** An http:// or https:// URL; "" is unset. */
export const otlpUrl: SettingKind<string> = {
  type: 'URL',
  parse: (text) => {
    const scheme = URL.canParse(text) ? new URL(text).protocol : '';
    if (scheme === 'http:' || scheme === 'https:') return value(text);
    return problem('is not a URL that begins with http:// or https://.');
  },
};

export type KeyValue = readonly [key: string, value: string];

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What Node sends as the value of a header. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Both sides percent-decoded. */
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
