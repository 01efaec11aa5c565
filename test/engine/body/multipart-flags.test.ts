import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MultipartFlags } from '#engine/body/multipart-flags.ts';
import { parseMultipart } from '#engine/body/parse-multipart.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { CONTENT_TYPE, LIMITS, NAME_A, parse, part } from './multipart-cases.ts';

const CLEAN: MultipartFlags = {
  boundaryQuoted: false,
  boundaryWhitespace: false,
  missingSemicolon: false,
  dataBefore: false,
  dataAfter: false,
  headerFolding: false,
  invalidHeaderFolding: false,
  crlfLfLines: false,
  crlfLine: true,
  lfLine: false,
  invalidQuoting: false,
  duplicatePartHeader: false,
  invalidPart: false,
  fileLimitExceeded: false,
  unmatchedBoundary: 2,
  strictError: false,
};

const field = part(NAME_A);
const type = (rest: string) => `multipart/form-data${rest}`;
const disposition = (parameters: string) => part(`Content-Disposition: form-data; ${parameters}`);

/** Requests that set nothing. */
const clean: readonly [why: string, body: string, contentType?: string][] = [
  ['one field', field],
  ['no line end behind the final boundary', field.trimEnd()],
  ['a file', disposition('name="a"; filename="x.png"')],
  ['two names of a file', disposition(`name="a"; filename="x"; filename*=UTF-8''%e2%82%ac`)],
  ['semicolon and equals sign in quotes', disposition('name="a;b=c"; filename="d;e=f"')],
  ['single quote in double quotes', disposition(`name="it's"`)],
  ['escaped quotes', disposition('name="a\\"b"; filename="C:\\\\x\\y"')],
  ['unquoted name', disposition('name=a')],
  ['LF in content', part(NAME_A, 'one\ntwo\r\nthree')],
  ['empty value', part(NAME_A, '')],
  ['charset behind the boundary', field, type('; boundary=BnD; charset=utf-8')],
  ['no blank behind the semicolon', field, type(';boundary=BnD')],
  ['type in another case', field, 'Multipart/Form-Data; boundary=BnD'],
];

test('well-formed bodies set no flag and no error', async (t) => {
  for (const [why, body, contentType] of clean) {
    await t.test(rowTitle(why), () => {
      const { flags, error } = parse(body, contentType);
      assert.equal(error, undefined, why);
      assert.deepEqual(flags, CLEAN, why);
    });
  }
  assert.equal(clean.length, 13);
});

type FlagRow = [why: string, flags: Partial<MultipartFlags>, body: string, contentType?: string];

const strict = { strictError: true };

/** Requests that set these flags, no other, and no error. */
const flagged: readonly FlagRow[] = [
  ['quoted', { boundaryQuoted: true, ...strict }, field, type('; boundary="BnD"')],
  ['blank before =', { boundaryWhitespace: true, ...strict }, field, type('; boundary =BnD')],
  ['blank behind =', { boundaryWhitespace: true, ...strict }, field, type('; boundary= BnD')],
  ['tab behind =', { boundaryWhitespace: true, ...strict }, field, type('; boundary=\tBnD')],
  ['no semicolon', { missingSemicolon: true, ...strict }, field, type(' boundary=BnD')],
  ['preamble', { dataBefore: true, ...strict }, `hello\r\n${field}`],
  ['empty line before', { dataBefore: true, ...strict }, `\r\n${field}`],
  ['epilogue', { dataAfter: true, ...strict }, `${field}bye`],
  ['empty line behind', { dataAfter: true, ...strict }, `${field}\r\n`],
  [
    'folded by a blank',
    { headerFolding: true, ...strict },
    part('Content-Disposition: form-data;\r\n name="a"'),
  ],
  [
    'folded by a tab',
    { headerFolding: true, ...strict },
    part('Content-Disposition: form-data;\r\n\tname="a"'),
  ],
  [
    'folded by a vertical tab',
    { headerFolding: true, invalidHeaderFolding: true, ...strict },
    part('Content-Disposition: form-data;\r\n\vname="a"'),
  ],
  [
    'folded by blank and form feed',
    { headerFolding: true, invalidHeaderFolding: true, ...strict },
    part('Content-Disposition: form-data;\r\n \fname="a"'),
  ],
  ['LF only', { lfLine: true, crlfLine: false, ...strict }, field.replaceAll('\r', '')],
  [
    'LF behind a boundary',
    { lfLine: true, crlfLfLines: true, ...strict },
    field.replace('--BnD\r\n', '--BnD\n'),
  ],
  [
    'LF behind a header',
    { lfLine: true, crlfLfLines: true, ...strict },
    field.replace('"a"\r\n', '"a"\n'),
  ],
  [
    'LF as the blank line',
    { lfLine: true, crlfLfLines: true, ...strict },
    field.replace('\r\n\r\nv', '\r\n\nv'),
  ],
  [
    'LF before a boundary',
    { lfLine: true, crlfLfLines: true, ...strict },
    field.replace('v\r\n', 'v\n'),
  ],
  [
    'LF behind the final boundary',
    { lfLine: true, crlfLfLines: true, ...strict },
    field.replace('--\r\n', '--\n'),
  ],
  ['single quotes', { invalidQuoting: true, ...strict }, disposition(`name='a'`)],
  [
    'single-quoted file name',
    { invalidQuoting: true, ...strict },
    disposition(`name="a"; filename='x'`),
  ],
  ['single quote unquoted', { invalidQuoting: true, ...strict }, disposition(`name=it's`)],
  [
    'extended file name in quotes',
    { invalidQuoting: true, ...strict },
    disposition(`name="a"; filename="x"; filename*="UTF-8''y"`),
  ],
  [
    'boundary behind the blank line',
    { invalidPart: true, ...strict },
    `--BnD\r\n${NAME_A}\r\n\r\n--BnD--\r\n`,
  ],
  [
    'boundary behind a header',
    { invalidPart: true, ...strict },
    `--BnD\r\n${NAME_A}\r\n--BnD--\r\n`,
  ],
  ['dashes, then a boundary', {}, part(NAME_A, '-----BEGIN CERTIFICATE-----\r\nv')],
];

test('each deviation sets its flag', async (t) => {
  for (const [why, flags, body, contentType] of flagged) {
    await t.test(rowTitle(why), () => {
      const parsed = parse(body, contentType);
      assert.equal(parsed.error, undefined, why);
      assert.deepEqual(parsed.flags, { ...CLEAN, ...flags }, why);
    });
  }
  assert.equal(flagged.length, 26);
});

/** Requests that set a flag and are an error besides. */
const erroneous: readonly FlagRow[] = [
  ['no name', { invalidPart: true }, disposition('filename="x"')],
  ['empty name', { invalidPart: true }, disposition('name=""; filename=""')],
  ['no Content-Disposition', { invalidPart: true }, part('Content-Type: text/plain')],
  ['a header twice', { duplicatePartHeader: true }, part(`X: y\r\nx: z\r\n${NAME_A}`)],
  [
    'a parameter twice',
    { duplicatePartHeader: true },
    disposition('name="a"; filename="x"; filename="y"'),
  ],
  ['quote behind a value', { invalidQuoting: true }, disposition('name="a""')],
  ['quote in an unquoted value', { invalidQuoting: true }, disposition('name=a"')],
  ['text behind a quoted value', { invalidQuoting: true }, disposition('name="a"b')],
  ['other boundary at the end', { unmatchedBoundary: 1 }, field.replace('BnD--', 'XXX--')],
  [
    'boundary inside the last line',
    { unmatchedBoundary: 1 },
    field.replace('\r\n--BnD--', '--BnD--'),
  ],
  ['nothing like a boundary', { unmatchedBoundary: 0, crlfLine: false, dataBefore: true }, 'x=1'],
];

test('errors set their flags', async (t) => {
  for (const [why, flags, body] of erroneous) {
    await t.test(rowTitle(why), () => {
      const parsed = parse(body);
      assert.notEqual(parsed.error, undefined, why);
      const expected = { ...CLEAN, ...strict, ...flags };
      assert.deepEqual(parsed.flags, expected, why);
    });
  }
  assert.equal(erroneous.length, 11);
});

test('only a boundary that is the last one leaves 0', () => {
  assert.equal(parse('--BnD--\r\n').flags.unmatchedBoundary, 0);
  assert.equal(parse('--XXX\r\n--BnD--\r\n').flags.unmatchedBoundary, 1);
});

test('more files than the limit set a flag', () => {
  const file = `--BnD\r\n${NAME_A}; filename="x"\r\n\r\nv\r\n`;
  const body = `${file}${file}--BnD--\r\n`;
  const flagsAt = (fileLimit: number) =>
    parseMultipart(CONTENT_TYPE, body, { ...LIMITS, fileLimit }).flags;
  assert.deepEqual(flagsAt(2), CLEAN);
  assert.deepEqual(flagsAt(0), CLEAN, 'no limit');
  assert.deepEqual(flagsAt(1), { ...CLEAN, fileLimitExceeded: true, strictError: true });
});
