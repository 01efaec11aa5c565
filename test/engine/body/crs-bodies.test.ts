/** Bodies that the OWASP CRS regression tests send: real clients' forms, and what attackers make of them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { parseJson } from '#engine/body/parse-json.ts';
import { parseMultipart } from '#engine/body/parse-multipart.ts';
import { parseXml } from '#engine/body/parse-xml.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const { SHARED_DATA = '../shared/data' } = process.env;
const DIRECTORY = join(resolve(PROJECT, SHARED_DATA), 'crs/tests');

type Body = { readonly id: string; readonly contentType: string; readonly data: string };

type TestFile = {
  readonly rule_id: string;
  readonly tests?: readonly {
    readonly test_id: string;
    readonly stages: readonly {
      readonly input: {
        readonly headers?: Readonly<Record<string, string>>;
        readonly data?: string;
      };
    }[];
  }[];
};

/** UTF-8 bytes, one char a byte. Go templates are left as they stand: they only repeat characters. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function readBodies(): Body[] {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(DIRECTORY, file), 'utf8');
      const content: TestFile | null = parse(text, { schema: 'failsafe' });
      if (content === null) return [];
      return (content.tests ?? []).flatMap(({ test_id, stages }) =>
        stages.flatMap(({ input }) => {
          const headers = Object.entries(input.headers ?? {});
          const contentType = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
          if (contentType === undefined || input.data === undefined) return [];
          const id = `${content.rule_id}-${test_id}`;
          return [{ id, contentType: toBytes(contentType), data: toBytes(input.data) }];
        }),
      );
    });
}

function bodiesOf(context: TestContext, type: RegExp): readonly Body[] {
  if (existsSync(DIRECTORY)) return readBodies().filter((body) => type.test(body.contentType));
  context.skip(`no CRS tests at ${DIRECTORY}`);
  return [];
}

test('multipart bodies: only those without names, headers or an end are errors', (context) => {
  const limits = { argumentsLimit: 1000, fileLimit: 0 };
  const faulty: string[] = [];
  for (const { id, contentType, data } of bodiesOf(context, /^multipart\/form-data;/i)) {
    const body = data.replaceAll('\n', '\r\n');
    const { error, fields, files, flags } = parseMultipart(contentType, body, limits);
    assert.equal(flags.strictError, error !== undefined, id);
    const parts = body.split(/\r\n(?=--)/).length - 1;
    if (error === undefined) assert.equal(fields.length + files.length, parts, id);
    else faulty.push(id);
  }
  if (existsSync(DIRECTORY)) {
    assert.deepEqual(faulty, ['920120-39', '922130-5', '922130-8', '932180-3']);
  }
});

test('JSON bodies: an error where JSON.parse finds one', (context) => {
  for (const { id, data } of bodiesOf(context, /json/i)) {
    const { error } = parseJson(data, { depthLimit: 512, argumentsLimit: 1000 });
    assert.equal(error === undefined, isJson(data), `${id}: ${error}`);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('XML bodies: two are not well-formed', (context) => {
  const bodies = bodiesOf(context, /xml/i);
  const faulty = bodies.filter(({ data }) => parseXml(data, 1000).error !== undefined);
  if (existsSync(DIRECTORY)) {
    assert.deepEqual(
      faulty.map(({ id }) => id),
      ['920240-4', '920420-10'],
    );
  }
});
