/** Multipart bodies of which rules read only a part: how many bytes, and the same verdict after they were counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const SETTINGS = 'SecRuleEngine On\nSecRequestBodyAccess On\n';
const MULTIPART = 'multipart/form-data; boundary=b';
const CONTENT = 'evil content\r\n'.repeat(1000);

function part(parameters: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;
}

const FIELD = part('name="a"', 'text');
const FILE = part('name="f"; filename="x.txt"', CONTENT);

async function wafOf(rules: string): Promise<TransferableWaf> {
  const { program } = compileText(`${SETTINGS}${rules}`);
  assert.ok(program !== undefined, rules);
  return loadProgram(program);
}

/** Opens a transaction and runs phase 1. */
function begin(waf: TransferableWaf, type: string): Transaction {
  const { head } = parseRequest(`POST / HTTP/1.1\nHost: a\nContent-Type: ${type}\n\n`);
  const transaction = waf.open(head, 'test');
  transaction.inspectRequestHeaders();
  return transaction;
}

function bytesRead(waf: TransferableWaf, type: string, body: string): number | undefined {
  return waf.transfer?.partlyRead?.(begin(waf, type))?.(body);
}

test('the content of files does not count, unless a rule reads it or a part is faulty', async () => {
  const waf = await wafOf('SecRule ARGS "@contains evil" "id:1,phase:2,deny"');
  const body = `${FIELD}${FILE}--b--\r\n`;
  assert.equal(bytesRead(waf, MULTIPART, body), body.length - CONTENT.length);
  const twoFiles = `${FILE}${FILE}--b--\r\n`;
  assert.equal(bytesRead(waf, MULTIPART, twoFiles), twoFiles.length - 2 * CONTENT.length);
  const onlyFields = `${part('name="a"', CONTENT)}--b--\r\n`;
  assert.equal(bytesRead(waf, MULTIPART, onlyFields), onlyFields.length);
  const faulty = `${part('filename="x.txt"', CONTENT)}--b--\r\n`;
  assert.equal(bytesRead(waf, MULTIPART, faulty), faulty.length);
  const unfinished = `${FIELD}${FILE}`;
  assert.equal(bytesRead(waf, MULTIPART, unfinished), unfinished.length);
  // Some back ends take this file for a field, because of the semicolon without a blank.
  const unusual = `${FIELD}${FILE}${part('filename="x.txt";name="f"', CONTENT)}--b--\r\n`;
  assert.equal(bytesRead(waf, MULTIPART, unusual), unusual.length - CONTENT.length);
  assert.equal(bytesRead(waf, 'text/plain', body), undefined);
  assert.equal(bytesRead(waf, 'application/x-www-form-urlencoded', body), undefined);
});

test('rules that read files are found', async () => {
  for (const rule of [
    'SecRule FILES_TMP_CONTENT "@contains evil" "id:1,phase:2,deny"',
    'SecRule ARGS:a "@unconditionalMatch" "id:1,phase:2,pass,chain"\nSecRule FILES_TMP_CONTENT "@contains evil" "t:none"',
    'SecRule ARGS:a "@streq text" "id:1,phase:2,pass,log,logdata:%{FILES_TMP_CONTENT.f}"',
  ]) {
    const waf = await wafOf(rule);
    assert.equal(waf.manifest.readsFiles, true, rule);
    assert.equal(bytesRead(waf, MULTIPART, `${FILE}--b--\r\n`), undefined, rule);
  }
  const others = await wafOf('SecRule FILES|FILES_SIZES "@contains evil" "id:1,phase:2,deny"');
  assert.equal(others.manifest.readsFiles, undefined);
});

test('a body that was counted is inspected like any other', async () => {
  const waf = await wafOf('SecRule ARGS:a "@streq evil" "id:1,phase:2,deny,status:403"');
  for (const [value, status] of [
    ['evil', 403],
    ['text', undefined],
  ] as const) {
    const body = `${part('name="a"', value)}${FILE}--b--\r\n`;
    const plain = begin(waf, MULTIPART);
    const counted = begin(waf, MULTIPART);
    waf.transfer?.partlyRead?.(counted)?.(body);
    assert.equal(plain.inspectRequestBody(body)?.status, status);
    assert.equal(counted.inspectRequestBody(body)?.status, status);
    assert.deepEqual(counted.files, plain.files);
    assert.equal(counted.requestBody, plain.requestBody);
    const other = begin(waf, MULTIPART);
    waf.transfer?.partlyRead?.(other)?.(`${FIELD}--b--\r\n`);
    assert.equal(other.inspectRequestBody(body)?.status, status, 'another body than was counted');
  }
});
