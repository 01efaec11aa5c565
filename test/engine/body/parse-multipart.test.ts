import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContentDisposition } from '#engine/body/content-disposition.ts';
import { parseMultipart } from '#engine/body/parse-multipart.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { CONTENT_TYPE, LIMITS, NAME_A, parse, part } from './multipart-cases.ts';

const disposition = (value: string) => part(`Content-Disposition: ${value}`);

const dispositions: readonly [value: string, field: string, file?: string, extended?: string][] = [
  ['form-data; name="a"', 'a'],
  ['form-data;name=a', 'a'],
  ['form-data ; name = "a"', 'a'],
  ['form-data; name="a"; filename=""', 'a'],
  ['form-data; name="a"; filename="x.txt"', 'a', 'x.txt'],
  ['form-data; name="fi;le"; filename="te;st=.txt"', 'fi;le', 'te;st=.txt'],
  ['form-data; name="a"; filename="te\\"st.txt"', 'a', 'te"st.txt'],
  ['form-data; name="a"; filename="C:\\dir\\\\x"', 'a', 'C:\\dir\\x'],
  ['form-data; name="cv.p\\d\\f"; filename="1.j\\s\\p"', 'cv.p\\d\\f', '1.j\\s\\p'],
  ['form-data; name="a"; filename="te\'st.txt"', 'a', "te'st.txt"],
  ['form-data; name="&oslash;&amp;"', '&oslash;&amp;'],
  ['form-data; name="\xc3\xa9"; filename="\xff"', '\xc3\xa9', '\xff'],
  ['form-data; name="a"; filename="shell.jsp  "', 'a', 'shell.jsp  '],
  [
    'form-data; name="a"; filename="x"; filename*=UTF-8\'\'%e2%82%ac.php',
    'a',
    'x',
    '\xe2\x82\xac.php',
  ],
  ['form-data; name="a"; filename="x"; filename*=utf-8\'en\'y', 'a', 'x', 'y'],
  ['form-data; name="__proto__"', '__proto__'],
];

test('fields and files have the names of their parts', async (t) => {
  for (const [value, field, file, extended = ''] of dispositions) {
    await t.test(rowTitle(value), () => {
      const { fields, files, error } = parse(disposition(value));
      assert.equal(error, undefined, value);
      if (file === undefined) assert.deepEqual([fields, files], [[[field, 'v']], []], value);
      else {
        assert.deepEqual(fields, [], value);
        assert.deepEqual(
          files.map(({ field, name, extendedName }) => [field, name, extendedName]),
          [[field, file, extended]],
          value,
        );
      }
    });
  }
  assert.equal(dispositions.length, 16);
});

test('the value of filename* begins after its second quote, also without a charset', async (t) => {
  const rows: readonly [extended: string, name: string][] = [
    ["''b%2ephp", 'b.php'],
    ["'en'b.php", 'b.php'],
    ["UTF-8''b.php", 'b.php'],
    ["'b.php", "'b.php"],
    [`"''b.php"`, 'b.php'],
  ];
  for (const [extended, name] of rows) {
    await t.test(rowTitle(extended), () => {
      const { files } = parse(
        disposition(`form-data; name="a"; filename="a.txt"; filename*=${extended}`),
      );
      assert.deepEqual(
        files.map((file) => [file.name, file.extendedName]),
        [['a.txt', name]],
      );
    });
  }
  assert.equal(rows.length, 5);
});

const faultyDispositions: readonly [value: string, problem: string][] = [
  ['attachment; name="a"', 'not form-data'],
  ['Form-Data; name="a"', 'not form-data'],
  ['form-datax; name="a"', 'not form-data'],
  ['form-data; name="a"; foo=bar', 'unknown parameter'],
  ['form-data; Name="a"', 'unknown parameter'],
  ['form-data; name="a"; FILENAME="x"', 'unknown parameter'],
  ['form-data; name="a"; name="b"', 'duplicate name'],
  ['form-data; name="a"; filename="x"; filename="y"', 'duplicate filename'],
  ['form-data; name="a"; filename="x"; filename*=a\'\'y; filename*=a\'\'z', 'duplicate filename*'],
  ['form-data; name="a"; filename*=UTF-8\'\'x', 'filename* without filename'],
  ['form-data; name="a"; filename="x"; filename*=x', 'malformed filename*'],
  ['form-data; name="a"; filename="x"; filename*=UTF-8\'\'%4', 'malformed filename*'],
  ['form-data; name="a"; filename="x"; filename*=UTF-8\'\'a\'b', 'malformed filename*'],
  ['form-data; name="a"; filename="x"; filename*=utf-7\'\'+AC4-', 'charset of filename*'],
  ['form-data; name="a"; filename="x"; filename*=UTF-16\'\'%00a', 'charset of filename*'],
  ['form-data; name="a"; filename ="x"', 'filename not found literally'],
  ['form-data; name="a', 'quote not closed'],
  ['form-data; name="a\\"', 'quote not closed'],
  ['form-data; name="a"b', 'text after quoted value'],
  ['form-data; name="a" filename="x"', 'text after quoted value'],
  ['form-data; name=a b', 'invalid character in value'],
  ['form-data; name=a\xe9', 'invalid character in value'],
  ['form-data; name=', 'parameter without value'],
  ['form-data; name', 'parameter without value'],
  ['form-data; name="a";', 'parameter without value'],
  ['form-data; ="x"; name="a"', 'parameter without name'],
];

test('a malformed Content-Disposition is an error and the content a field', async (t) => {
  for (const [value, problem] of faultyDispositions) {
    await t.test(rowTitle(value), () => {
      const { fields, error } = parse(disposition(value));
      assert.equal(error, `Multipart: Invalid Content-Disposition header (${problem}): ${value}`);
      assert.equal(fields.at(-1)?.[1], 'v', value);
    });
  }
  assert.equal(faultyDispositions.length, 26);
});

const MARK = '<script>';

const faultyBodies: readonly [body: string, error: string][] = [
  [MARK, 'No boundaries found in payload.'],
  [`--XXX\r\n${NAME_A}\r\n\r\n${MARK}\r\n--XXX--\r\n`, 'No boundaries found in payload.'],
  [`--BnD\r\n${NAME_A}\r\n\r\n${MARK}`, 'Final boundary missing.'],
  [`--BnD\r\n${NAME_A}\r\n\r\n${MARK}\r\n--BnD\r\n`, 'Final boundary missing.'],
  [`--BnD\r\n${MARK}`, 'Final boundary missing.'],
  [part(NAME_A, MARK).replace('--BnD', '--BnDx'), 'Invalid boundary: --BnDx'],
  [part(NAME_A, MARK).replace('--BnD', '--BnD '), 'Invalid boundary: --BnD'],
  [part(NAME_A, MARK).replace('BnD--', 'BnD--x'), 'Invalid boundary: --BnD--x'],
  [part(NAME_A, `${MARK}\r\n-- BnD`), 'Invalid boundary (whitespace).'],
  [part(`${NAME_A}\r\nX: \0`, MARK), 'Nul byte in part headers.'],
  [part(`${NAME_A}\r\nX: y\r\n \0`, MARK), 'Nul byte in part headers.'],
  [part(`${NAME_A}\r\nX: ${'y'.repeat(4094)}`, MARK), 'Part header line over 4096 bytes long'],
  [part(`test\r\n${NAME_A}`, MARK), 'Invalid part header (colon missing): test'],
  [part(`: x\r\n${NAME_A}`, MARK), 'Invalid part header (header name missing).'],
  [part(`\x0eX: y\r\n${NAME_A}`, MARK), 'Invalid part header (contains invalid character).'],
  [part(`X\x7f: y\r\n${NAME_A}`, MARK), 'Invalid part header (contains invalid character).'],
  [part(`X y: z\r\n${NAME_A}`, MARK), 'Invalid part header (contains invalid character).'],
  [part(`X\xe9: z\r\n${NAME_A}`, MARK), 'Invalid part header (contains invalid character).'],
  [part(`${NAME_A}\rX: y`, MARK), 'Invalid part header (contains invalid character).'],
  // Formidable, @fastify/busboy and Starlette read a field.
  [part(`${NAME_A}; filename="x"\f`, MARK), 'Invalid part header (contains invalid character).'],
  [
    part('Content-Disposition: form-data;\v filename="x"; name="a"', MARK),
    'Invalid part header (contains invalid character).',
  ],
  [part(`${NAME_A}\r\nX: y\vz`, MARK), 'Invalid part header (contains invalid character).'],
  [part(`${NAME_A}\r\n ;\fb="c"`, MARK), 'Invalid part header (contains invalid character).'],
  [part(` X: y\r\n${NAME_A}`, MARK), 'Invalid part header (folding error).'],
  [
    part(`${NAME_A}\r\ncontent-disposition: form-data; name="b"`, MARK),
    'Duplicate part header: content-disposition.',
  ],
  [part(`X: y\r\nx: z\r\n${NAME_A}`, MARK), 'Duplicate part header: x.'],
  [part('X: y', MARK), 'Part missing Content-Disposition header.'],
  [`--BnD\r\n\r\n${MARK}\r\n--BnD--\r\n`, 'Part missing Content-Disposition header.'],
  [part(`${NAME_A}\r\n${'X: y\r\n'.repeat(70)}Y: z`, MARK), 'Duplicate part header: X.'],
  [part('Content-Disposition: form-data', MARK), 'Content-Disposition header missing name field.'],
  [
    part('Content-Disposition: form-data; name=""', MARK),
    'Content-Disposition header missing name field.',
  ],
];

test('a malformed body is an error, and its content still reaches the rules', async (t) => {
  for (const [body, error] of faultyBodies) {
    await t.test(rowTitle(body), () => {
      const parsed = parse(body);
      assert.equal(parsed.error, `Multipart: ${error}`);
      assert.ok(
        parsed.fields.some(([, value]) => value.includes(MARK)),
        body.slice(0, 200),
      );
    });
  }
  assert.equal(faultyBodies.length, 31);
});

test('the name of a file with 4096 bytes is that of a file, and a longer one that of a field, too', () => {
  const bytes = ' form-data; name=a; filename=""'.length;
  for (const [length, isField] of [
    [4096, false],
    [4097, true],
  ] as const) {
    const value = ` form-data; name=a; filename="${'x'.repeat(length - bytes)}"`;
    assert.equal(value.length, length);
    assert.equal(parseContentDisposition(value).mayBeField, isField);
  }
});

test('a line of a part head may have 4096 bytes', () => {
  const parsed = parse(part(`${NAME_A}\r\nX: ${'y'.repeat(4093)}`, MARK));
  assert.equal(parsed.error, undefined);
});

test('a body with the boundary in quotes is an error', () => {
  const body = part(NAME_A, `${MARK}\r\n--"BnD"`);
  const { error } = parse(body, 'multipart/form-data; boundary="BnD"');
  assert.equal(error, 'Multipart: Invalid boundary (quotes).');
});

const faultyTypes: readonly [contentType: string | undefined, error: string, isRead: boolean][] = [
  [undefined, 'Content-Type header not available.', false],
  ['multipart/form-data', 'Boundary not found in C-T.', false],
  ['multipart/form-data; boundary', 'Invalid boundary in C-T (malformed).', false],
  ['multipart/form-data; boundary=', 'Invalid boundary in C-T (empty).', false],
  ['multipart/form-data; boundary=""', 'Invalid boundary in C-T (empty).', false],
  [
    `multipart/form-data; boundary=BnD;${' '.repeat(1000)}charset=x`,
    'Invalid boundary in C-T (length).',
    true,
  ],
  ['text/plain; boundary=BnD', 'Invalid MIME type.', true],
  ['multipart/form-data; boundary=BnD; boundary=XXX', 'Multiple boundary parameters in C-T.', true],
  ['multipart/form-data; Boundary=BnD', 'Invalid boundary in C-T (case sensitivity).', true],
  [
    'multipart/form-data; charset=utf-8; boundary=BnD',
    'Invalid boundary in C-T (malformed).',
    true,
  ],
  ['multipart/form-data;; boundary=BnD', 'Invalid boundary in C-T (malformed).', true],
  ['multipart/form-datax; boundary=BnD', 'Invalid boundary in C-T (malformed).', true],
  ['multipart/form-data; boundary*=BnD', 'Invalid boundary in C-T (parameter name).', true],
  [
    'multipart/form-data; boundary*0=Bn; boundary*1=D',
    'Multiple boundary parameters in C-T.',
    true,
  ],
  ['multipart/form-data; boundary="BnD', 'Invalid boundary in C-T (quote).', true],
  ['multipart/form-data; boundary=BnD"', 'Invalid boundary in C-T (quote).', true],
  ['multipart/form-data; boundary=Bn\xe9', 'Invalid boundary in C-T (characters).', false],
  ['multipart/form-data; boundary="Bn;D"', 'Invalid boundary in C-T (characters).', false],
  ['multipart/form-data; boundary=BnD; foo=bar', 'Invalid boundary in C-T (characters).', true],
];

test('each fault of the Content-Type, and what is read all the same', async (t) => {
  for (const [contentType, error, isRead] of faultyTypes) {
    await t.test(rowTitle(contentType), () => {
      const {
        fields,
        flags,
        error: found,
      } = parseMultipart(contentType, part(NAME_A, MARK), LIMITS);
      assert.equal(found, `Multipart: ${error}`, contentType);
      assert.equal(flags.strictError, true);
      const [name, value = ''] = fields[0] ?? [];
      assert.equal(name, isRead ? 'a' : '', contentType);
      assert.ok(value.includes(MARK), contentType);
    });
  }
  assert.equal(faultyTypes.length, 19);
});

test('boundaries may contain the word boundary', () => {
  for (const boundary of ['boundary', '----WebKitFormBoundaryAbC', 'boundary123']) {
    const body = part(NAME_A).replaceAll('BnD', boundary);
    const { fields, error } = parse(body, `multipart/form-data; boundary=${boundary}`);
    assert.equal(error, undefined, boundary);
    assert.deepEqual(fields, [['a', 'v']]);
  }
});

test('a Content-Type may have 1024 bytes', () => {
  const padded = (length: number): string =>
    `${'multipart/form-data;'.padEnd(length - 'boundary=b'.length)}boundary=b`;
  const body = `--b\r\n${NAME_A}\r\n\r\nx\r\n--b--\r\n`;
  assert.equal(parseMultipart(padded(1024), body, LIMITS).error, undefined);
  const { error, fields } = parseMultipart(padded(1025), body, LIMITS);
  assert.equal(error, 'Multipart: Invalid boundary in C-T (length).');
  assert.deepEqual(fields, [['a', 'x']]);
});

test('contents: line ends inside stay, the one before the boundary goes', async (t) => {
  const rows: readonly [content: string, value: string][] = [
    ['', ''],
    ['\r\n', '\r\n'],
    ['a\r\n\r\nb', 'a\r\n\r\nb'],
    ['a\n', 'a\n'],
    ['a\r', 'a\r'],
    ['\0\xff', '\0\xff'],
    ['--', '--'],
    ['-- BnX', '-- BnX'],
  ];
  for (const [content, value] of rows) {
    await t.test(rowTitle(content), () => {
      assert.deepEqual(
        parse(part(NAME_A, content)).fields,
        [['a', value]],
        JSON.stringify(content),
      );
    });
  }
});

test('a Content-Transfer-Encoding is not applied', () => {
  const headers = `${NAME_A}\r\nContent-Transfer-Encoding: quoted-printable`;
  const { fields, partHeaders } = parse(part(headers, '=3Cscript=3E'));
  assert.deepEqual(fields, [['a', '=3Cscript=3E']]);
  assert.deepEqual(partHeaders[1], ['a', 'Content-Transfer-Encoding: quoted-printable']);
});

test('fields and files in order; a file is a range of the body', () => {
  const body = [
    `--BnD\r\n${NAME_A}\r\n\r\n1\r\n`,
    `--BnD\r\n${NAME_A}; filename="x"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\0\r\n`,
    '--BnD\r\nContent-Disposition: form-data; name="A"\r\n\r\n2\r\n',
    `--BnD\r\n${NAME_A}; filename="y"\r\n\r\n\r\n--BnD--`,
  ].join('');
  const { fields, files, error } = parse(body);
  assert.equal(error, undefined);
  assert.deepEqual(fields, [
    ['a', '1'],
    ['A', '2'],
  ]);
  assert.deepEqual(
    files.map((file) => [file.name, file.size, body.slice(file.start, file.end)]),
    [
      ['x', 7, '\x89PNG\r\n\0'],
      ['y', 0, ''],
    ],
  );
});

test('headers of every part, under the name of the part', () => {
  const one = `--BnD\r\n${NAME_A}\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n1\r\n`;
  const two = `--BnD\r\n${NAME_A}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n2\r\n`;
  const folded = `--BnD\r\nContent-Disposition: form-data;\r\n\t name="b"\r\n\r\n3\r\n`;
  const nameless = '--BnD\r\n\x0eX: 1\r\nY\r\n\r\n4\r\n';
  assert.deepEqual(parse(`${one}${two}${folded}${nameless}--BnD--`).partHeaders, [
    ['a', NAME_A],
    ['a', 'Content-Type: text/plain; charset=utf-7'],
    ['a', NAME_A],
    ['a', 'Content-Type: text/plain; charset=utf-8'],
    ['b', 'Content-Disposition: form-data; name="b"'],
    ['', '\x0eX: 1'],
    ['', 'Y'],
  ]);
});

test('a file whose head is faulty is a field too', () => {
  const body = part(`${NAME_A}; filename="x"\r\n${NAME_A}`, MARK);
  const { fields, files } = parse(body);
  assert.deepEqual(fields, [['a', MARK]]);
  assert.equal(files.length, 1);
});

test('text outside the parts is a field without name', () => {
  const { fields } = parse(`${MARK}1\r\n${part(NAME_A)}${MARK}2`);
  assert.deepEqual(fields, [
    ['', `${MARK}1`],
    ['a', 'v'],
    ['', `${MARK}2`],
  ]);
});

test('stops at the arguments limit', () => {
  const field = `--BnD\r\n${NAME_A}\r\n\r\nv\r\n`;
  const limits = { argumentsLimit: 2, fileLimit: 0 };
  const two = parseMultipart(CONTENT_TYPE, `${field.repeat(2)}--BnD--`, limits);
  assert.deepEqual([two.fields.length, two.limitReached, two.error], [2, false, undefined]);
  const three = parseMultipart(CONTENT_TYPE, `${field.repeat(3)}--BnD--`, limits);
  assert.deepEqual([three.fields.length, three.limitReached, three.error], [2, true, undefined]);
});

test('at most 64 header lines of a part are kept', () => {
  const headers = Array.from({ length: 100 }, (_, index) => `X${index}: y`).join('\r\n');
  const { partHeaders, error } = parse(part(`${NAME_A}\r\n${headers}`));
  assert.equal(partHeaders.length, 64);
  assert.equal(error, 'Multipart: Too many part headers.');
});

test('an empty body is no error', () => {
  assert.equal(parse('').error, undefined);
  assert.equal(parse('').flags.strictError, false);
});
