import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTransaction } from '#compiler/cli/commands/bench/bench-waf.ts';
import { recipesOf } from '#compiler/cli/commands/bench/worst/adversarial-strings.ts';
import { carriers } from '#compiler/cli/commands/bench/worst/carriers.ts';
import { expressionsOf } from '#compiler/cli/commands/bench/worst/expressions.ts';
import {
  measureExpressions,
  screenExpressions,
} from '#compiler/cli/commands/bench/worst/measure-expressions.ts';
import { measureWorst } from '#compiler/cli/commands/bench/worst/measure-worst.ts';
import { randomMember, shortMember } from '#compiler/cli/commands/bench/worst/members.ts';
import { pumpsOf } from '#compiler/cli/commands/bench/worst/pumps.ts';
import { shapes } from '#compiler/cli/commands/bench/worst/shapes.ts';
import { showWorst } from '#compiler/cli/commands/bench/worst/show-worst.ts';
import { findRequirement } from '#compiler/regex/find-requirement.ts';
import { meets } from '#compiler/regex/requirement.ts';
import { translateRegex } from '#compiler/regex/translate-regex.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { regexOf } from '../../compiler/regex/crs-patterns.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const patterns = [
  '(?i)union\\s+(?:all\\s+)?select',
  '<script[^>]*>[\\s\\S]*?',
  '(?:(?:a|b)+c){2,}d|[0-9]{3,40}',
  '[\\x80-\\xff]{20,256}x?',
];

test('members belong to the language', () => {
  const random = seededRandom(7);
  let tried = 0;
  for (const pattern of patterns) {
    const regex = regexOf(pattern);
    const expression = new RegExp(`^(?:${translateRegex(regex)})$`);
    assert.match(shortMember(regex.root), expression, pattern);
    for (let turn = 0; turn < 50; turn += 1) {
      assert.match(randomMember(regex.root, random), expression, pattern);
      tried += 1;
    }
  }
  assert.equal(tried, 200);
});

test('every repetition of many turns has its pumps, with a way to it', () => {
  const regex = regexOf('(?:x|ab(?:cd)*[ef]+g)h{2}(?=i{3,9}j)');
  const pumps = pumpsOf(regex, seededRandom(1));
  const short = pumps.filter((_, index) => index % 2 === 0);
  assert.deepEqual(
    short.map(({ prefix, iteration: turn, rest }) => [prefix, turn, rest]),
    [
      ['ab', 'cd', 'eghh'],
      ['ab', 'e', 'ghh'],
      ['xhh', 'i', 'j'],
    ],
  );
  assert.equal(pumps.length, 6);
  for (const { iteration: turn } of pumps) assert.match(turn, /^(?:(?:cd)+|[ef]+|i+)$/);
});

test('strings have their size, hold a decoy and are the same for the same seed', () => {
  const families = new Set<string>();
  for (const pattern of patterns) {
    const regex = regexOf(pattern);
    const required = findRequirement(regex);
    for (const { family, make } of recipesOf(regex, 3)) {
      families.add(family);
      const text = make(5000, 3);
      assert.ok(Math.abs(text.length - 5000) < 100, `${pattern} ${family}: ${text.length}`);
      assert.equal(make(5000, 3), text);
      assert.ok(
        required === undefined || meets(text.toLowerCase(), required),
        `${pattern} ${family}: no decoy`,
      );
    }
  }
  assert.deepEqual([...families].toSorted(), ['match', 'noise', 'pump', 'restart', 'soup']);
});

test('every carrier brings the string to the rules as it is', async () => {
  const text = `<a href="x">'%41+&\\ {}[]=~`;
  const variables = 'ARGS|XML:/*|REQUEST_HEADERS:User-Agent|REQUEST_HEADERS:Accept|REQUEST_COOKIES';
  const pattern = text.replace(/./gs, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
  const { program } = compileText(`SecRuleEngine On
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule ${variables} "@rx ^(?:sid=)?${pattern}$" "id:3,phase:2,deny,status:403"`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  for (const { name, carry } of carriers) {
    const { matches } = runTransaction(waf, carry(text));
    assert.ok(
      matches.some(({ rule }) => rule.id === 3),
      name,
    );
    assert.equal(runTransaction(waf, carry('other')).interruption, undefined, name);
  }
  assert.equal(carriers.length, 7);
});

test('every shape has its size, or as much of it as limits allow, and the rules see its texts', async () => {
  const { program } = compileText(`SecRuleEngine On
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule REQBODY_ERROR|MULTIPART_STRICT_ERROR "@eq 1" "id:3,phase:2,pass"
SecRule ARGS|ARGS_NAMES|XML:/*|XML://@*|REQUEST_HEADERS|REQUEST_HEADERS_NAMES|REQUEST_COOKIES|REQUEST_COOKIES_NAMES|REQUEST_FILENAME|FILES|FILES_NAMES "@contains needle" "id:4,phase:2,pass"`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const unread: string[] = [];
  const refused: string[] = [];
  for (const { name, make } of shapes) {
    const { matches } = runTransaction(
      waf,
      make(20_000, (index) => `needle${index}`),
    );
    const ids = matches.map(({ rule }) => rule.id);
    if (!ids.includes(4)) unread.push(name);
    if (ids.includes(3)) refused.push(name);
  }
  // More files than SecUploadFileLimit: read as a whole before they are refused.
  assert.deepEqual(refused, ['multipart file names']);
  assert.deepEqual(unread, [
    'JSON nested arrays',
    'JSON nested objects',
    'JSON escapes',
    'form too many arguments',
    'form percents',
    'form double percents',
    'form blanks',
    'multipart empty parts',
    'multipart headers',
    'XML nested',
    'XML entities',
    'header names',
  ]);
  assert.equal(shapes.length, 33);
});

test('a run reports the worst strings, alone and in requests', async () => {
  const { program } = compileText(`SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS|REQUEST_HEADERS "@rx ${patterns[0]}" "id:1,phase:2,deny,status:403"
SecRule ARGS "@rx (?:a|b)+c\\d" "id:2,phase:2,deny,status:403"`);
  assert.ok(program !== undefined);
  const expressions = expressionsOf(program);
  assert.deepEqual(
    expressions.map(({ rules }) => rules),
    [[1], [2]],
  );
  const candidates = screenExpressions(expressions, 1);
  const alone = measureExpressions(candidates, 3, 1);
  assert.equal(alone.screened, candidates.length);
  assert.equal(alone.expressions, 2);
  assert.equal(alone.strings.length, 3);
  const { carried, shapes: worstShapes } = await measureWorst(program, 1);
  assert.equal(worstShapes?.requests.length, 20);
  assert.equal(worstShapes.screened, 4 * shapes.length);
  assert.equal(carried.screened, 14);
  assert.equal(carried.requests.length, 10);
  const inHeaders = new Set(['Accept', 'Cookie', 'User-Agent']);
  for (const { carrier, times } of carried.requests)
    assert.equal(times.at(-1)?.size, inHeaders.has(carrier) ? 16_384 : 131_072, carrier);
  const shown = showWorst({ alone, carried, shapes: worstShapes });
  assert.match(shown, /128 KB first/);
  assert.match(shown, /Requests of 128 KB by their shape/);
});
