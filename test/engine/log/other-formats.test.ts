import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import { auditRecord } from '#engine/log/audit-record.ts';
import { formatNativeRecord } from '#engine/log/format-native-record.ts';
import {
  stubMatch,
  stubRequest,
  stubSettings,
  stubTransaction,
  stubWaf,
} from '../../cli/ftw/stub-waf.ts';

const now = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6));

test('the native format writes the parts in the configured order', () => {
  const transaction: Transaction = {
    ...stubTransaction,
    request: {
      ...stubRequest,
      headers: [
        ['Host', 'h'],
        ['X', '1'],
        ['x', '2'],
      ],
    },
    auditLogParts: 'ABCJDEFHKZ',
    requestBody: 'a=1',
    files: [{ field: 'f', name: 'a"b', size: 3 }],
    matches: [stubMatch('ARGS', 'a', '1')],
    interruption: { kind: 'deny', ruleId: 100, status: 403 },
  };
  const record = auditRecord(transaction, stubSettings, stubWaf('').manifest, now, 'secrets');
  const lines = formatNativeRecord(transaction, record, 'abcdefghij', 'secrets').split('\n');
  const matchLine = lines.findIndex((line) => line.startsWith('[client '));
  assert.match(lines[matchLine] ?? '', /^\[client "192\.0\.2\.1"\] Coraza: Warning\. Word found /);
  lines.splice(matchLine, 1, 'H line');
  assert.deepEqual(lines, [
    '--abcdefghij-A--',
    '[02/Jan/2026:03:04:05 +0000] tx-1 192.0.2.1 40000 127.0.0.1 8081',
    '--abcdefghij-B--',
    ...['GET / HTTP/1.1', 'host: h', 'x: 1', 'x: 2', ''],
    '--abcdefghij-C--',
    ...['a=1', ''],
    '--abcdefghij-J--',
    ...['1,3,"a\\"b",""', 'Total,3', ''],
    ...['--abcdefghij-D--', ''],
    ...['--abcdefghij-E--', ''],
    '--abcdefghij-F--',
    ...['HTTP/1.1 403', ''],
    '--abcdefghij-H--',
    ...['H line', ''],
    ...['--abcdefghij-K--', ''],
    ...['--abcdefghij-Z--', ''],
    '',
  ]);
});

test('part I of the native format is the body, unless part C is', () => {
  const rows = [
    ['AIZ', ['I:a=1']],
    ['ACIZ', ['C:a=1', 'I:']],
    ['ACZ', ['C:a=1']],
    ['AZ', []],
  ] as const;
  for (const [auditLogParts, parts] of rows) {
    const transaction: Transaction = { ...stubTransaction, auditLogParts, requestBody: 'a=1' };
    const record = auditRecord(transaction, stubSettings, stubWaf('').manifest, now, 'secrets');
    const text = formatNativeRecord(transaction, record, 'abcdefghij', 'secrets');
    const found = [...text.matchAll(/^--abcdefghij-([CI])--\n(.*)$/gm)];
    assert.deepEqual(
      found.map(([, part, line]) => `${part}:${line}`),
      parts,
      auditLogParts,
    );
  }
  assert.equal(rows.length, 4);
});
