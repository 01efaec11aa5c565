/** Rules about messages that no FTW test can send in process: what they match, given such a message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profiledWaf } from '#scripts/rules-report/measured-waf.ts';

const HEADERS = [
  ['Host', 'www.example.com'],
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Accept', '*/*'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Length', '3'],
] as const;

test('a length beside chunks, and a repeated media type', async () => {
  const waf = await profiledWaf('built-in', 1);
  const idsOf = (headers: readonly (readonly [string, string])[]): readonly number[] => {
    const transaction = waf.open(
      {
        method: 'POST',
        target: '/',
        protocol: 'HTTP/1.1',
        headers,
        remoteAddress: '192.0.2.1',
        remotePort: 40_000,
        serverAddress: '198.51.100.1',
        serverPort: 80,
        serverName: 'www.example.com',
      },
      'wire',
    );
    transaction.inspectRequestHeaders();
    transaction.inspectRequestBody('a=b');
    transaction.close();
    return transaction.matches.map(({ rule }) => rule.id);
  };
  assert.deepEqual(idsOf(HEADERS), []);
  assert.ok(idsOf([...HEADERS, ['Transfer-Encoding', 'chunked']]).includes(920181));
  assert.ok(idsOf([...HEADERS, ['Content-Type', 'text/plain']]).includes(920620));
});
