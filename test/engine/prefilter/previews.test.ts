/** Results of Base64 whose byte classes no rule needs are not computed, and no match is missed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#compiler/seeded-random.ts';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { base64Classes, base64Decode } from '#engine/transformations/base64.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { matchesOf } from '../../helpers/matches-of.ts';

const RULES = `SecRuleEngine On
SecRule ARGS "@rx alert\\(1\\)" "id:1,phase:2,pass,log,multiMatch,t:none,t:urlDecodeUni,t:base64Decode,t:urlDecodeUni"
SecRule ARGS "@rx <script" "id:2,phase:2,pass,log,multiMatch,t:none,t:base64Decode,t:removeNulls"
SecRule ARGS "@rx ;id" "id:3,phase:2,pass,log,t:none,t:base64Decode"`;

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const PAYLOADS = ['alert(1)', '%61lert%281%29', 'x<script>', '<scr\0ipt', 'a;id', 'harmless', ''];
const VALUES = PAYLOADS.flatMap((payload) => {
  const encoded = base64(payload);
  return [payload, encoded, `${encoded}.x`, `.${encoded}`, base64(encoded), escape(encoded)];
});

async function load(passes?: readonly []): Promise<CompiledWaf> {
  const { program } = compileText(RULES, {}, passes);
  assert.ok(program !== undefined);
  return loadProgram(program);
}

test('rules match what Base64 hides, as without preconditions', async () => {
  const [optimized, plain] = [await load(), await load([])];
  let matched = 0;
  for (const value of VALUES) {
    const request = `GET /?a=harmless&b=${encodeURIComponent(value)} HTTP/1.1\nHost: a\n\n`;
    const expected = matchesOf(plain, request, '');
    assert.deepEqual(matchesOf(optimized, request, ''), expected, value);
    matched += expected.length;
  }
  assert.equal(VALUES.length, 42);
  assert.equal(matched, 18);
});

test('the byte classes of what Base64 decodes to are known without decoding', () => {
  const alphabet = [...'ABCxyz019+/', '\r', '\n', '=', '-', '%', '\xff'];
  const random = seededRandom(5);
  for (let length = 0; length < 400; length += 1) {
    const digits = length % 2 === 0 ? alphabet.length : 11;
    const value = Array.from({ length }, () => alphabet[Math.floor(random() * digits)] ?? '').join(
      '',
    );
    assert.equal(base64Classes(value), byteClassesOf(base64Decode(value)), value);
  }
  assert.equal(base64Classes('A'.repeat(5000)), -1, 'a long value is decoded');
});
