/** Generated multipart bodies: fields and files as browsers write them, with oddities that back ends read differently. */
import fc, { type Arbitrary } from 'fast-check';
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type MultipartBody = { readonly type: ByteString; readonly body: ByteString };

const usually = <T>(usual: T, ...others: readonly T[]): Arbitrary<T> =>
  fc.oneof(
    { weight: 3 * others.length, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const boundaries = fc.constantFrom('AaB', '----WebKitFormBoundary7MA4', "a'b", 'a=b', '9');
const separators = usually('; ', ';', ' ; ', ';  ', ';\t', '; \t', ' ;', ';\v ');
const equals = usually('=', ' =', '= ', ' = ');
const fileNames = usually(
  '"f.txt"',
  'f.txt',
  '"a\\"b"',
  '"a;b"',
  '"a; filename*=UTF-8\'\'"',
  '"C:\\d\\f"',
  "'f'",
  '"f\\"',
  '"."',
  '" "',
  '"/"',
  '"\\\\"',
  '"\\"x"',
);
const extendedNames = fc.constantFrom(
  "UTF-8''f.txt",
  "utf-8''%41",
  "UTF-8''",
  "UTF-8'en'",
  "iso-8859-1''a",
);
const lineEnds = usually('', ' ', '\t', ';', '; ', '\v', '\f');

/** Parameters of Content-Disposition, in either order. */
const parameters: Arbitrary<readonly (readonly [name: string, value: string])[]> = fc
  .tuple(
    usually('"a"', '"b"', 'c', '"a\\\\"', '"a\\"b"', '"\\a"'),
    fc.option(fileNames),
    fc.option(extendedNames, { freq: 6 }),
    fc.boolean(),
  )
  .map(([name, file, extended, isReversed]) => {
    const written: (readonly [string, string])[] = [['name', name]];
    if (file !== null) written.push(['filename', file]);
    if (file !== null && extended !== null) written.push(['filename*', extended]);
    return isReversed ? written.reverse() : written;
  });

const dispositions: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('Content-Disposition: ', 'content-disposition:', 'CONTENT-DISPOSITION:\t'),
    parameters,
    fc.array(fc.tuple(separators, equals), { minLength: 3, maxLength: 3 }),
    lineEnds,
  )
  .map(([name, given, spellings, end]) => {
    const text = given.map(([key, value], index) => {
      const [separator, equal] = spellings[index] ?? ['; ', '='];
      return `${separator}${key}${equal}${value}`;
    });
    return `${name}form-data${text.join('')}${end}`;
  });

/** Each part has a type: without one formidable reads fields, whatever their file name is. */
const types = usually(
  'Content-Type: text/plain',
  'Content-Type: image/png; name="f"',
  'Content-Type: text/plain; filename*=x',
  'Content-Type: text/plain\r\nX-A: "',
  'Content-Type: text/plain\r\nX-A: b; name="c',
  'Content-Type: text/plain\r\nX-A: Content-Disposition: form-data; name="w"',
);

const HIDDEN = 'Content-Disposition: form-data; name="z"\r\n\r\nhidden';
const contents = (boundary: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('v', '<script>', 'two\r\nlines', '', '--', '\r\n') },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', '\r', ' ', '\r\n ', '\0', '\v', '\n', '\r\n-')
        .map((before) => `x${before}--${boundary}\r\n${HIDDEN}`),
    },
  );

const parts = (boundary: string): Arbitrary<string> =>
  fc
    .tuple(dispositions, types, fc.boolean(), contents(boundary))
    .map(([disposition, type, isTypeFirst, content]) => {
      const head = isTypeFirst ? [type, disposition] : [disposition, type];
      return `--${boundary}\r\n${head.join('\r\n')}\r\n\r\n${content}\r\n`;
    });

/** Replaces `removed` bytes at a position, mostly in a head, by some text. */
const changes = fc.option(
  fc.tuple(
    fc.nat(600),
    fc.constantFrom(0, 0, 1, 2),
    fc.constantFrom('', '\r', '\n', '\0', '"', "'", ';', ' ', '\\', '-', '=', ':', '\v', ',', '\t'),
  ),
  { freq: 2 },
);

export const multipartBodies: Arbitrary<MultipartBody> = boundaries.chain((boundary) =>
  fc
    .tuple(fc.array(parts(boundary), { minLength: 1, maxLength: 3 }), changes, fc.boolean())
    .map(([written, change, isQuoted]) => {
      const whole = `${written.join('')}--${boundary}--\r\n`;
      const [at, removed, text] = change ?? [0, 0, ''];
      const start = Math.min(at, whole.length);
      const body = whole.slice(0, start) + text + whole.slice(start + removed);
      const parameter = isQuoted && boundary.includes("'") ? `"${boundary}"` : boundary;
      return { type: `multipart/form-data; boundary=${parameter}`, body };
    }),
);
