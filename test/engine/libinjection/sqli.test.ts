/** SQL injection: docs/spec/libinjection.md#examples, and docs/spec/libinjection.md#traps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { rowTitle } from '../../helpers/row-title.ts';

/** Input and fingerprint; an empty one means no injection. */
const examples: readonly (readonly [input: string, fingerprint: string])[] = [
  ["1' or '1'='1", 's&sos'],
  ['1 or 1=1', '1&1'],
  ['1 and 17', ''],
  ['1 and 17<18', '1&1'],
  ['sexy and 17', ''],
  ['-1 union select 1,2,3', '1UE1'],
  ['1 union', ''],
  ['1 union --', '1Uc'],
  ['1-- ', '1c'],
  ['1--foo', '1c'],
  ['1-- foo', '1c'],
  ['1234-ABCD--', '1c'],
  ['1/*', '1c'],
  ['foo/*', 'nc'],
  ['foo--', ''],
  ['foo #', ''],
  ["'--", 'sc'],
  ["'-- x", ''],
  ['1 /*!50000union*/ select', 'X'],
  ['1/*a/*b*/', 'X'],
  ['1/*/*/', 'X'],
  ['{``', 'X'],
  ['{fn x} or 1=1', 'n&1'],
  ["foo' + 'bar", 'sos'],
  ["'foo' + 'bar'", ''],
  ['foo" + "bar', 'sos'],
  ["x' and 'y", 's&s'],
  ['1;drop table x', '1;Tnn'],
  ['1; if(1)', '1;T(1'],
  ["\\' or 1=1 -- ", ''],
  ["' or ''='", 's&sos'],
  ["''' or 1=1--", 's&1c'],
  ['a`or`1', ''],
  ['select`a` from b', ''],
  ['select.1 from b', 'E1kn'],
  ['@@version', ''],
  ['1 or @@version=1', '1&v'],
  ['1 or \xa0 1=1', '1&1'],
  ['$$a$$ or 1=1', 's&1'],
  ['$a$ x $a$ or 1=1', 's&1'],
  ['$1,000 or 1=1', '1&1'],
  ["q'[a]' or 1=1", 's&1'],
  ["nq'(a)' or 1=1", 's&1'],
  ["u&'a' or 1=1", 's&1'],
  ["x'41' or 1=1", '1&1'],
  ["b'01' or 1=1", '1&1'],
  ['0x or 1=1', 'n&1'],
  ['0x\x00 or 1=1', '1&1'],
  ['1.e or 1=1', ''],
  ["1' or 1.e(1)", 's&(1)'],
  ['1fUNION select 1', '1UE1'],
  ['1 like (2)', '1f(1)'],
  ['1 in (2) or 1', '1&1'],
  ['1 in foo', ''],
  ['1 not in (select 1)', '1o(E1'],
  ['user(1) or 1', ''],
  ['user() or 1', 'f()&1'],
  ['1 collate utf8_bin or 1=1', ''],
  ['1::int or 1=1', '1&1'],
  ["1 into outfile 'x'", '1ks'],
  ['1 into x', ''],
  ['1 as foo', ''],
  ['\xff or 1=1', 'n&1'],
  ['1c\x80--', ''],
  ['foo; sp_password --', ''],
  ['1 -- sp_password', '1c'],
  ['1 or 1=1 `', '1&1c'],
  ['1 or user(', ''],
  ['1 group by 2', '1B1'],
  ['1 having 1', '1B1'],
  ['if(1,2,3) or 1', 'f(1)&'],
  ['1;;;select 1', ''],
  ['1 and not 1', '1&1'],
  ['1 or 1 -- \x0a and 2', '1&1'],
  ['select 1e', ''],
  ['1 or 7E, 2', ''],
  ['(((1))) or (((2)))', '1)&(1'],
  ['1 or .5=.5', '1&1'],
  ['1 or a.b.c=2', ''],
  ['\\N or 1=1', '1&1'],
  ['1 &\x00& 2', ''],
  ['1 || 2=3', '1&1'],
  ['1 <=> 2 or 3', '1&1'],
  ['[a] or 1=1', 'n&1'],
  ['1 exec xp_cmdshell', ''],
  ['1 procedure analyse()', ''],
  ['a between 1 and 2', 'n&1'],
  ['1 sounds like 2 or 3', '1&1'],
  ['1 or 2 `', '1&1c'],
];

const long = 'a'.repeat(40);

const traps: readonly (readonly [trap: string, input: string, fingerprint: string])[] = [
  ['an empty input is harmless', '', ''],
  ['a comment before another token is forgotten', '1 /*a*/ or 1=1', '1&1'],
  ['a comment at the end is kept', '1 or 1=1 /*a*/', '1&1c'],
  ['31 digits: the comment follows the number', `${'1'.repeat(31)}--x`, '1c'],
  ['32 digits: the number was cut before its end', `${'1'.repeat(32)}--x`, ''],
  ['a long word is split at a back-tick', `1 or\`${long}\`=1 --`, '1&nc'],
  ['a long word is no keyword', `1 or${long}=1 --`, ''],
  ['0xA0 ends a word', '1\xa0or\xa01=1', '1&1'],
  ['0xA0 does not end a variable', '@a\xa0or 1=1', ''],
  ['a blank ends a variable', '@a or 1=1', 'v&1'],
  ['other high bytes are letters', '1 o\xe9r 1=1', ''],
  ['sharp s is not upper-cased to SS', '1 cro\xdf join x', ''],
  ['glued dashes are a comment behind a single quote', "1' or 1=1--x", 's&1c'],
  ['glued dashes are no comment behind a double quote', '1" or 1=1--x', 's&1'],
  ['a hash starts a comment in MySQL', '1 union #\nselect 1', '1UE1'],
  ['a comment that is not closed is not searched for others', '1/*a/*b', '1c'],
  ['a comment that MySQL runs is evil even when not closed', '1/*!a', 'X'],
  ['three words are one keyword', '1 union all distinct select 1', '1UE1'],
  ['sp_password makes a hit of any comment', 'foo -- sp_password', 'nc'],
  ['sp_password counts in lower case only', 'foo -- SP_PASSWORD', ''],
  ['two words do not hide an evil comment', 'foo bar /*!x', 'X'],
  ['two words do not hide an evil name', 'foo bar baz {`` x', 'X'],
  ['a second word may begin a phrase', 'foo in boolean mode union select 1', 'nkUE1'],
  ['a quote makes a string of a word', "n'a' or 1=1", 's&1'],
  ['a keyword before a dot is a token', 'select.1 union select 1', 'E1UE1'],
];

test('examples of the specification have their fingerprints', async (t) => {
  for (const [input, fingerprint] of examples) {
    await t.test(rowTitle(input), () => {
      const expected = { injection: fingerprint !== '', fingerprint };
      assert.deepEqual(sqliFingerprint(input), expected, JSON.stringify(input));
    });
  }
  assert.equal(examples.length, 89);
});

test('inputs that an implementation easily gets wrong have their fingerprints', async (t) => {
  for (const [trap, input, fingerprint] of traps) {
    await t.test(rowTitle(input), () => {
      assert.equal(sqliFingerprint(input).fingerprint, fingerprint, trap);
    });
  }
  assert.equal(traps.length, 25);
});
