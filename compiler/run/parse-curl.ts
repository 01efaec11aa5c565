/** A curl command line, as browsers copy it -> request parts. No shell runs: quotes are read here. */
import type { Header } from '../../runtime/engine/compiled-waf.ts';
import { bytesOfText, parseHeaderText, type RequestParts } from './request.ts';

/** Options with a value, by their long name; others are read over. */
const WITH_VALUE: ReadonlyMap<string, string> = new Map([
  ['-X', 'method'],
  ['--request', 'method'],
  ['-H', 'header'],
  ['--header', 'header'],
  ['-d', 'data'],
  ['--data', 'data'],
  ['--data-ascii', 'data'],
  ['--data-binary', 'data'],
  ['--data-raw', 'data'],
  ['--data-urlencode', 'encoded'],
  ['-A', 'agent'],
  ['--user-agent', 'agent'],
  ['-e', 'referer'],
  ['--referer', 'referer'],
  ['-b', 'cookie'],
  ['--cookie', 'cookie'],
  ['--url', 'url'],
  ['-o', ''],
  ['--output', ''],
  ['-m', ''],
  ['--max-time', ''],
]);

/** Options -> the header they set. */
const HEADERS: ReadonlyMap<string, string> = new Map([
  ['agent', 'User-Agent'],
  ['referer', 'Referer'],
  ['cookie', 'Cookie'],
]);

type Option = { readonly name: string; readonly value: string };

/** undefined: there is no URL in it. */
export function parseCurl(text: string): RequestParts | undefined {
  const words = wordsOf(text).map(bytesOfText);
  const options = optionsOf(words[0] === 'curl' ? words.slice(1) : words);
  const last = (name: string): string | undefined =>
    options.findLast((option) => option.name === name)?.value;
  const url = last('url');
  if (url === undefined) return undefined;
  const data = options.flatMap(({ name, value }) => {
    if (name === 'data') return [value];
    return name === 'encoded' ? [encode(value)] : [];
  });
  const headers = options.flatMap(({ name, value }) => headerOf(name, value));
  const method = last('method') ?? (isHead(words) ? 'HEAD' : undefined);
  return { method, url, headers, body: data.join('&') };
}

/** A word that is no option is the URL. */
function optionsOf(words: readonly string[]): readonly Option[] {
  const options: Option[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name, value, used] = optionOf(word, words[at + 1]);
    at += used;
    if (name !== undefined) options.push({ name, value });
    else if (!isFlag(word)) options.push({ name: 'url', value: word });
  }
  return options;
}

function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function isHead(words: readonly string[]): boolean {
  return words.includes('-I') || words.includes('--head');
}

/** The option, its value, and how many words more it took: `-X POST`, `-XPOST`, `--data=x`. */
function optionOf(
  word: string,
  next: string | undefined,
): readonly [option: string | undefined, value: string, used: number] {
  const whole = WITH_VALUE.get(word);
  if (whole !== undefined) return [whole, next ?? '', 1];
  const equals = word.indexOf('=');
  const long = word.startsWith('--') ? WITH_VALUE.get(word.slice(0, equals)) : undefined;
  if (long !== undefined) return [long, word.slice(equals + 1), 0];
  const short = word.startsWith('--') ? undefined : WITH_VALUE.get(word.slice(0, 2));
  return [short, word.slice(2), 0];
}

function headerOf(option: string, value: string): readonly Header[] {
  const name = HEADERS.get(option);
  if (name !== undefined) return [[name, value]];
  const header = option === 'header' ? parseHeaderText(value) : undefined;
  return header === undefined ? [] : [header];
}

/** `name=text` and `text`: the text is encoded, the name is not. */
function encode(value: string): string {
  const equals = value.indexOf('=');
  const text = Buffer.from(value.slice(equals + 1), 'latin1').toString('utf8');
  return value.slice(0, equals + 1) + encodeURIComponent(text);
}

/** Words as a POSIX shell splits them, with `$'...'` of bash and line ends behind backslashes. */
function wordsOf(text: string): readonly string[] {
  const WORD = /(?:\$'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\])+/g;
  return [...text.replace(/\\\r?\n/g, ' ').matchAll(WORD)].map(([word]) =>
    word.replace(
      /\$'((?:\\[\s\S]|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g,
      (_, ansi?: string, single?: string, double?: string, escaped?: string) => {
        if (ansi !== undefined) return ansi.replace(/\\([\s\S])/g, unescapeAnsi);
        return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '';
      },
    ),
  );
}

function unescapeAnsi(_: string, char: string): string {
  return { n: '\n', r: '\r', t: '\t' }[char] ?? char;
}
