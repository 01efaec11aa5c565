/** Chains that collect values in TX and test those: when they need not run, and that nobody notices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadRules } from '../../helpers/run-rules.ts';
import { runs } from '../../helpers/runs.ts';

const HEAD = `SecRule ARGS_NAMES "@rx ^.*$" "id:1,phase:1,deny,log,t:none,t:lowercase,capture,msg:'%{tx.0}',setvar:'tx.name_%{tx.0}=/%{tx.0}/',chain"`;
const SECOND = `SecRule TX:/^name_/ "@within /bad/ /worse/"`;
const CHAIN = `SecRuleEngine On\n${HEAD}\n${SECOND}\n`;

/** What the clause of rule 1 contains; undefined when it has none. */
function wordsOfChain(rules: string): readonly string[] | undefined {
  const { program } = compileText(rules);
  assert.ok(program, rules);
  const clause = rulesOf(program).find(({ info }) => info.id === 1)?.clause;
  return clause === undefined ? undefined : program.clauses[clause]?.literals;
}

test('a chain needs a word of its second link, or one with which another rule reads what it sets', () => {
  const words = ['bad', 'worse', 'score'];
  const cases: readonly (readonly [more: string, expected: readonly string[]])[] = [
    ['', words],
    ['SecRule TX:/^other_/ "@eq 1" "id:2"', [...words, 'other_']],
    ['SecRule TX:/part_.*/ "@eq 1" "id:2"', [...words, 'part_']],
    // In `name_too` the prefix ends with what the word begins with.
    ['SecRule TX:/me_too/ "@eq 1" "id:2"', [...words, 'too']],
    ['SecRule TX:other "@eq 1" "id:2"', words],
    [`SecRule ARGS "@rx x" "id:2,setvar:'tx.other_%{MATCHED_VAR}=1'"`, words],
  ];
  for (const [more, expected] of cases) {
    const found = wordsOfChain(CHAIN + more) ?? [];
    assert.deepEqual(found.toSorted(), withoutCovered(expected).toSorted(), more);
  }
  assert.equal(cases.length, 6);
});

/** A literal that contains another one adds nothing. */
function withoutCovered(words: readonly string[]): readonly string[] {
  return words.filter((word) => !words.some((other) => other !== word && word.includes(other)));
}

test('a chain runs always when that might make a difference', () => {
  const cases: Readonly<Record<string, string>> = {
    'all of TX is read': `${CHAIN}SecRule TX "@rx x" "id:2"`,
    'the variables are read by the same pattern': `${CHAIN}SecRule TX:/^name_/ "@rx x" "id:2"`,
    'a pattern may select any name': `${CHAIN}SecRule TX:/./ "@rx x" "id:2"`,
    'one of the variables is read by its name': `${CHAIN}SecRule TX:name_b "@rx x" "id:2"`,
    'a macro reads one of the variables': `${CHAIN}SecAction "id:2,log,msg:'%{tx.name_b}'"`,
    'another rule sets such a variable': `${CHAIN}SecAction "id:2,setvar:tx.name_b=/bad/"`,
    'another rule may set such a variable': `${CHAIN}SecRule ARGS "@rx x" "id:2,setvar:tx.%{MATCHED_VAR}=1"`,
    'MATCHED_VAR is read before a match': `${CHAIN}SecRule MATCHED_VAR "@rx x" "id:2"`,
    'the second link selects other variables': CHAIN.replace('TX:/^name_/', 'TX:/name_?/'),
    'the second link has another target too': CHAIN.replace('TX:/^name_/', 'TX:/^name_/|ARGS'),
    'the second link counts': CHAIN.replace('TX:/', '&TX:/'),
    'the second link transforms': CHAIN.replace('/worse/"', '/worse/" "t:lowercase"'),
    'the second link is negated': CHAIN.replace('@within', '!@within'),
    'the second link compares otherwise': CHAIN.replace('@within', '@streq'),
    'the text is known at run time only': CHAIN.replace('/worse/', '%{ARGS.a}'),
    'the text contains an empty value': CHAIN.replace('/bad/', '//'),
    'the first link does not match every value': CHAIN.replace('^.*$', '^.+$'),
    'the first link captures something else': CHAIN.replace('^.*$', '^(.*)$'),
    'the first link captures nothing': CHAIN.replace('capture,', ''),
    'the first link does more': CHAIN.replace('setvar:', 'setvar:tx.more_score=1,setvar:'),
    'the first link counts up': CHAIN.replace('=/%{tx.0}/', '=+%{tx.0}'),
    'the value is another capture': CHAIN.replace('=/%{tx.0}/', '=/%{tx.1}/'),
    'the name ends otherwise': CHAIN.replace('name_%{tx.0}=', 'name_%{tx.0}_=').replace(
      '_%{tx.0}_',
      '_%{tx.0}_',
    ),
    'the target changes during the phase': CHAIN.replace('ARGS_NAMES', 'TX:/^x/'),
  };
  assert.notEqual(wordsOfChain(CHAIN), undefined);
  for (const [why, rules] of Object.entries(cases)) {
    assert.equal(wordsOfChain(rules), undefined, why);
  }
  assert.equal(Object.keys(cases).length, 24);
});

test('a chain that does not run leaves the last value in TX.0', async () => {
  const rules = await loadRules(`${CHAIN}
SecRule REMOTE_ADDR "@unconditionalMatch" "id:2,phase:1,pass,log,logdata:'%{tx.0} %{tx.1}'"`);
  const see = (query: string) => {
    const { matches } = rules.exchange(parseRequest(`GET /?${query} HTTP/1.1\nHost: a\n`));
    return matches.map(({ id, data }) => [id, data.map((each) => each.data)]);
  };
  assert.deepEqual(see('First=1&Last=2'), [[2, ['last ']]]);
  assert.deepEqual(see(''), [[2, [' ']]]);
  assert.deepEqual(
    see('a=1&Bad=2').map(([id]) => id),
    [1],
  );
});

const oneOf = <Value>(...choices: readonly Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...choices);

/** Chains and their readers, most of which leave the chain alone. */
const program = fc
  .tuple(
    oneOf('ARGS_NAMES', 'ARGS_NAMES', 'ARGS', 'ARGS:a|ARGS_NAMES', 'ARGS_NAMES|!ARGS_NAMES:b'),
    oneOf('', 't:lowercase,', 't:urlDecode,t:lowercase,'),
    oneOf('/%{tx.0}/', '%{tx.0}', '(%{tx.0}', 'ab%{tx.0}b'),
    oneOf('/bad/ /a/', '(bad(', 'ababbab', 'bad', '/BAD/', '// /bad/'),
    fc.array(
      oneOf(
        'SecRule TX:/bad/ "@rx ." "id:ID,log,pass"',
        'SecRule TX:/_(?:bad|b)$/ "@rx ." "id:ID,log,pass"',
        'SecRule ARGS:a "@contains b" "id:ID,log,pass,capture,logdata:\'%{tx.0}\'"',
        'SecRule ARGS:a "@rx b" "id:ID,log,pass,capture,logdata:\'%{tx.0}\'"',
        'SecRule TX:0 "@rx b" "id:ID,log,pass"',
        'SecAction "id:ID,log,pass,logdata:\'%{tx.0}\'"',
        'SecAction "id:ID,nolog,pass,ctl:ruleRemoveTargetById=1;ARGS_NAMES:bad"',
        'SecRule ARGS:b "@rx b" "id:ID,nolog,pass,ctl:ruleRemoveById=1"',
      ),
      { maxLength: 4 },
    ),
    fc.nat(4),
  )
  .map(([targets, steps, value, text, others, place]) => {
    const head = `SecRule ${targets} "@rx ^.*$" "id:1,phase:1,pass,log,${steps}capture,setvar:'tx.n_%{tx.0}=${value}',chain"`;
    const lines = others.map((line, index) => line.replace('ID', `${index + 2},phase:1`));
    const chain = [head, `SecRule TX:/^n_/ "@within ${text}"`];
    return ['SecRuleEngine On', ...lines.slice(0, place), ...chain, ...lines.slice(place)].join(
      '\n',
    );
  });

const QUERIES = ['', 'a=b', 'bad=1', 'BAD=a', 'a=bad&b=b', 'b=1&a=BAD&c=(bad(', 'a=abab&bab=b'];
const PROGRAMS = runs(12);

test('random chains do the same with and without passes', async () => {
  let [ran, specialised, matched] = [0, 0, 0];
  const property = fc.asyncProperty(program, async (text) => {
    if (wordsOfChain(text) !== undefined) specialised += 1;
    const rules = await loadRules(text);
    for (const query of QUERIES) {
      matched += rules.exchange(parseRequest(`GET /?${query} HTTP/1.1\nHost: a\n`)).matches.length;
    }
    ran += 1;
  });
  await fc.assert(property, { seed: 20261124, numRuns: PROGRAMS });
  assert.equal(ran, PROGRAMS);
  assert.ok(
    specialised > ran / 4 && matched > ran,
    `${specialised} specialised, ${matched} matches`,
  );
});
