/** Requests made for measuring: some of growing size, and some with worst-case strings for backtracking. */
import { type BenchRequest, toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { randomProse } from '#compiler/cli/commands/bench/random.ts';
import type { Random } from '#compiler/seeded-random.ts';

/** A request with its size: bytes of a body, number of arguments, or characters of a string. */
export type SizedRequest = { readonly size: number; readonly request: BenchRequest };

export type WorstCase = { readonly name: string; readonly request: BenchRequest };

const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};
const BODY_SIZES = [1, 4, 16, 64, 256, 1024].map((kilobytes) => kilobytes * 1024);
const ARGUMENT_COUNTS = [1, 10, 100, 1000];

/** Bodies of one argument with harmless prose. */
export function bodiesBySize(random: Random): readonly SizedRequest[] {
  return BODY_SIZES.map((size) => {
    const text = randomProse(size - 'text='.length, random).replaceAll(' ', '+');
    return { size, request: form(`${size} bytes`, `text=${text}`) };
  });
}

export type KindOfBody = {
  readonly kind: string;
  readonly bytes: number;
  readonly request: BenchRequest;
};

const KIND_BYTES = 256 * 1024;

/** Bodies of one size that cause different work in the rules. */
export function bodiesByKind(random: Random): readonly KindOfBody[] {
  const bytes = Buffer.from(Array.from({ length: KIND_BYTES }, () => Math.floor(random() * 256)));
  const base64 = bytes.toString('base64').slice(0, KIND_BYTES);
  const hexadecimal = bytes.toString('hex').slice(0, KIND_BYTES);
  const printable = Array.from(bytes, (byte) => String.fromCharCode(32 + (byte % 95))).join('');
  const prose = randomProse(KIND_BYTES, random);
  const boundary = 'benchmark';
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${prose}\r\n--${boundary}--\r\n`;
  const urlencoded = 'application/x-www-form-urlencoded';
  const bodies: readonly (readonly [kind: string, type: string, body: string])[] = [
    ['prose in a form', urlencoded, `text=${prose.replaceAll(' ', '+')}`],
    ['hexadecimal in a form', urlencoded, `text=${hexadecimal}`],
    ['random printable in a form', urlencoded, `text=${encodeURIComponent(printable)}`],
    ['base64 in JSON', 'application/json', JSON.stringify({ file: base64 })],
    ['prose in XML', 'text/xml', `<text>${prose}</text>`],
    ['a file in multipart', `multipart/form-data; boundary=${boundary}`, file],
  ];
  return bodies.map(([kind, type, body]) => ({
    kind,
    bytes: body.length,
    request: post(kind, type, body),
  }));
}

/** Bodies of short words. With a thousand arguments they reach the engine's limit. */
export function bodiesByArguments(random: Random): readonly SizedRequest[] {
  return ARGUMENT_COUNTS.map((size) => {
    const pairs = Array.from({ length: size }, (_, index) => {
      return `field${index}=${randomProse(12, random).replaceAll(' ', '+')}`;
    });
    return { size, request: form(`${size} arguments`, pairs.join('&')) };
  });
}

/** Inputs on which expressions of the OWASP CRS take seconds in a backtracking matcher. */
export function worstCases(): readonly WorstCase[] {
  return [
    { name: '800 newlines in an argument', request: form('newlines', `a=${'%0a'.repeat(800)}x`) },
    { name: '6,400 < in an argument', request: form('less-than', `a=${'<'.repeat(6400)}x`) },
    {
      name: '64,000 tabs in an argument',
      request: form('tabs', `a=data:x;w${'%09'.repeat(64_000)}x`),
    },
    {
      name: '256 bytes in Accept',
      request: toRequest({
        name: 'accept',
        method: 'GET',
        path: '/',
        // The blanks can match with the value or with the next semicolon, so each parameter has three matches.
        headers: { ...BROWSER, Accept: `a/b${';x=y  '.repeat(42)}!` },
      }),
    },
  ];
}

function form(name: string, body: string): BenchRequest {
  return post(name, 'application/x-www-form-urlencoded', body);
}

function post(name: string, type: string, body: string): BenchRequest {
  const headers = { ...BROWSER, 'Content-Type': type };
  return toRequest({ name, method: 'POST', path: '/form', headers, body });
}
