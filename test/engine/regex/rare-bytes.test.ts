/** An expression that needs a rare byte is searched for at that byte only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { prefixRows } from '#engine/regex/prefix-pairs.ts';
import { rareBytesOf, visitRareBytes } from '#engine/regex/rare-bytes.ts';
import { regexOf } from '../../compiler/regex/crs-patterns.ts';

function rareBytes(pattern: string): ReturnType<typeof rareBytesOf> {
  const compiled = compileAutomaton(regexOf(pattern));
  assert.equal(compiled.kind, 'Ok', pattern);
  if (compiled.kind !== 'Ok') return undefined;
  const automaton = decodeAutomaton(compiled.code);
  const rows = prefixRows(automaton, automaton.tree());
  return rows && rareBytesOf(rows, 4);
}

test('the bytes of the place with the fewest are searched for', () => {
  const cases = [
    ['[a-z]+\\.', undefined],
    ['abc', { bytes: ['A', 'a'], distance: 0 }],
    ['(?i)j\\(x', { bytes: ['('], distance: 1 }],
    ['[\\\\/;.]\\.{2,3}[\\\\/;]', { bytes: ['.'], distance: 1 }],
    ['(?:\\$|&dollar;)\\{', { bytes: ['$', '&'], distance: 0 }],
    ['(?:a|bc|def)', undefined],
    ['.?', undefined],
  ] as const;
  for (const [pattern, expected] of cases) {
    const found = rareBytes(pattern);
    const sorted = found && { ...found, bytes: found.bytes.toSorted() };
    assert.deepEqual(sorted, expected, pattern);
  }
  assert.equal(cases.length, 7);
});

test('only positions at the bytes are visited, in order, and no more than there may be', () => {
  const found = rareBytes('(?:\\$|&dollar;)\\{') ?? assert.fail('no rare bytes');
  const text = `${'x'.repeat(20_000)}$${'&'.repeat(3)}${'x'.repeat(20_000)}$`;
  const visited: number[] = [];
  assert.ok(visitRareBytes(found, text, (start) => visited.push(start) > 0));
  assert.deepEqual(visited, [20_000, 20_001, 20_002, 20_003, 40_004]);
  let count = 0;
  const visit = (): boolean => {
    count += 1;
    return count < 3;
  };
  assert.ok(visitRareBytes(found, text, visit));
  assert.equal(count, 3);
  count = -10_000;
  assert.equal(visitRareBytes(found, '$'.repeat(20_000), visit), false);
  assert.equal(count, 67 - 10_000);
});
