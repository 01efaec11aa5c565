/** What a back end may read as a field must be one here: the content of files is not inspected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTitle } from '../../helpers/row-title.ts';
import { NAME_A, parse, part } from './multipart-cases.ts';

const FILE_A = `${NAME_A}; filename="x"`;
const HIDDEN = `${NAME_A}\r\n\r\nhidden`;

/** The header of a file, and a back end that reads a field. */
const dispositions: readonly [value: string, reader: string][] = [
  ['form-data; name="a"; filename="x" ', 'formidable'],
  ['form-data; name="a"; filename="x" ; filename*=utf-8\'\'y', 'formidable'],
  ['form-data; filename="x";name="a"', 'formidable'],
  ['form-data; filename="x";\tname="a"', 'multiparty'],
  ['form-data; name="a";\tfilename="x"', 'multipart for Python'],
  ['form-data; name="a"; filename= "x"', 'Werkzeug'],
  ['form-data; name="a"; filename="x"; filename*=UTF-8\'\'', 'Go, Django'],
  ['form-data; filename*=UTF-8\'en\'; filename="x"; name="a"', 'Go, Django'],
  ['form-data; name=a; filename=x', 'multiparty'],
  ["form-data; name='a'; filename='x'", 'multiparty'],
];

test('a file whose header some back end does not understand is a field as well', async (t) => {
  for (const [value, reader] of dispositions) {
    await t.test(rowTitle(`${value} (${reader})`), () => {
      const { fields, files, error } = parse(part(`Content-Disposition: ${value}`));
      assert.equal(error, undefined);
      assert.deepEqual(fields, [['a', 'v']]);
      assert.deepEqual(
        files.map(({ field, name }) => [field, name]),
        [['a', 'x']],
      );
    });
  }
  assert.equal(dispositions.length, 10);
});

/** What the rules read as name of the field, and of the file; and a back end that reads a field. */
const backslashes: readonly [value: string, field: string, file: string, reader: string][] = [
  [String.raw`form-data; name="a\\"; filename="x"`, 'a\\', 'x', 'PHP, Django, Starlette'],
  [String.raw`form-data; name="a"; filename="\\"`, 'a', '\\', 'aiohttp, multipart for Python'],
  [
    String.raw`form-data; name="a"; filename="\\"; filename*=utf-8''y`,
    'a',
    '\\',
    'multipart for Python',
  ],
  ['form-data; name="a"; filename="/"', 'a', '/', 'aiohttp'],
  [
    'form-data; name="a"; filename="x"; filename*=utf-8\'\'%2F',
    'a',
    'x',
    'those that remove folders',
  ],
];

test('a file whose name ends where some back end reads on, or is a folder, is a field as well', async (t) => {
  for (const [value, field, file, reader] of backslashes) {
    await t.test(rowTitle(`${value} (${reader})`), () => {
      const { fields, files, error } = parse(part(`Content-Disposition: ${value}`));
      assert.deepEqual([error, fields], [undefined, [[field, 'v']]]);
      assert.deepEqual(
        files.map(({ name }) => name),
        [file],
      );
    });
  }
  assert.equal(backslashes.length, 5);
});

test('a name with backslashes is there without them, too, as Werkzeug and aiohttp read it', () => {
  const named = (name: string) =>
    parse(part(`${NAME_A}; filename="${name}"`)).files.map((file) => file.unescapedName);
  assert.deepEqual(named(String.raw`x.ph\p`), ['x.php']);
  assert.deepEqual(named('x.php'), ['']);
});

/** The file name, what else back ends make of it, and which of them. */
const decoded: readonly [value: string, names: readonly string[], reader: string][] = [
  ['"x.php"', [], 'all'],
  ['"a & b.txt"', [], 'all'],
  ['"x&#x2e;php"', ['x.php'], 'Django'],
  ['"x.p&#104;p"', ['x.php'], 'Django, multiparty'],
  ['"x&period;php"', ['x.php'], 'Django'],
  ['"x&amp;#46;php"', ['x&#46;php'], 'Django'],
  ['"x.p&shy;hp"', ['x.php'], 'Django'],
  ['"x.p\xe2\x80\x8bhp"', ['x.php'], 'Django'],
  ['"x.p\x01hp"', ['x.php'], 'Django'],
  ['"x.php%22"', ['x.php"'], 'Werkzeug, multer, formidable, multiparty'],
  ['"x%0Aphp"', ['x\nphp', 'xphp'], 'multer'],
  ['"x&#x110000;"', ['x\xef\xbf\xbd'], 'Django'],
  ['"x"; filename*=UTF-8\'\'y%26sol%3bz', ['y/z'], 'Django'],
  [String.raw`"x\%22"`, ['x\\"', 'x"'], 'Werkzeug'],
];

test('names with references of HTML or escapes of browsers are there decoded, too', async (t) => {
  for (const [value, names, reader] of decoded) {
    await t.test(rowTitle(`${value} (${reader})`), () => {
      const { files, error } = parse(part(`${NAME_A}; filename=${value}`));
      assert.deepEqual([error, files[0]?.decodedNames], [undefined, names]);
    });
  }
  assert.equal(decoded.length, 14);
});

test('a quote that another header does not close makes a file a field as well', () => {
  const unclosed = parse(part(`X-A: b; name="c\r\n${FILE_A}`));
  assert.deepEqual(
    [unclosed.error, unclosed.fields, unclosed.files.length],
    [undefined, [['a', 'v']], 1],
  );
  const closed = parse(part(`Content-Type: text/plain; name="c"\r\n${FILE_A}`));
  assert.deepEqual([closed.fields.length, closed.files.length], [0, 1]);
});

test('a file as browsers and .NET write it is no field', () => {
  const values = [
    'form-data; name="a"; filename="x"',
    'form-data;name="a";filename="x"',
    'form-data; filename="x"; name="a"',
    'form-data; name="a"; filename="x"; filename*=UTF-8\'\'y',
    "form-data; name=a; filename=x; filename*=utf-8''y",
  ];
  for (const value of values) {
    const { fields, files } = parse(part(`Content-Disposition: ${value}`));
    assert.deepEqual([fields.length, files.length], [0, 1], value);
  }
  assert.equal(values.length, 5);
});

/** The content of a file, with a boundary that is not at the beginning of a line, and a back end at which a part begins there. */
const contents: readonly [content: string, reader: string][] = [
  [`x--BnD\r\n${HIDDEN}`, 'Django'],
  [`x\r\n --BnD\r\n${HIDDEN}`, 'Django'],
  [`x\0--BnD\r\n${HIDDEN}`, 'Django'],
  [`x\r--BnD\r\n${HIDDEN}`, 'Django, Werkzeug'],
  ['x--BnD--', 'Django'],
];

test('a boundary inside a line is an error', async (t) => {
  for (const [content, reader] of contents) {
    await t.test(rowTitle(`${content} (${reader})`), () => {
      const body = part(FILE_A, content);
      const { error, flags } = parse(body);
      assert.equal(error, 'Multipart: Invalid boundary (inside a line).');
      assert.equal(flags.strictError, true);
      assert.equal(parse(body.replace(`x${content.slice(1)}`, 'x')).error, undefined);
    });
  }
  assert.equal(contents.length, 5);
});

test('a Content-Disposition of 11 MB is a fault, and its part a field', () => {
  const { error, fields } = parse(part(`${NAME_A}; filename="${'x'.repeat(11_000_000)}"`));
  assert.equal(error, 'Multipart: Part header line over 4096 bytes long');
  assert.deepEqual(fields, [['a', 'v']]);
});
