/** Random small rule programs in which settings are set, changed, skipped over and read in every way. */
import fc from 'fast-check';

const oneOf = <Value>(...choices: readonly Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...choices);

/** The pieces one after the other. */
const text = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((each) => each.join(''));

/** Few names and values, most of them certain: then settings meet, and much of it can be decided. */
const name = oneOf('x', 'x', 'x', 'y', 'Y', '1', 'x%{ARGS.b}', '%{MATCHED_VAR}');
const value = oneOf('1', '1', '1', '2', '02', '%{tx.x}', '%{tx.y}', '%{MATCHED_VAR}', '%{tx.1}');
const ids = fc.integer({ min: 1, max: 16 });

const effect = fc.oneof(
  { weight: 8, arbitrary: text('setvar:tx.', name, oneOf('=', '=', '=', '=+', '=-'), value) },
  { weight: 2, arbitrary: text('setvar:!tx.', name) },
  text(
    'ctl:ruleRemoveById=',
    ids.map((id) => `${id}-${id + 1}`),
  ),
  text('ctl:ruleRemoveTargetById=', ids.map(String), oneOf(';ARGS:a', ';TX:x', ';ARGS', ';TX')),
  oneOf('expirevar:tx.x=1', 'ctl:ruleEngine=DetectionOnly', 'severity:3', 'capture', 'multiMatch'),
);

const test = fc.oneof(
  { weight: 4, arbitrary: text('ARGS:', oneOf('a', 'a', 'b'), ' "@streq ', oneOf('1', '2'), '"') },
  {
    weight: 4,
    arbitrary: text(
      oneOf('TX:x', 'TX:x', 'TX:y', 'TX:1', 'TX:x|TX:y', 'TX:x|&TX:y'),
      ' "',
      oneOf('', '', '', '!'),
      oneOf('@eq ', '@eq ', '@ge ', '@lt ', '@streq '),
      value,
      '"',
    ),
  },
  text(
    oneOf('&TX:x', '&TX:y', '&TX:1', '&ARGS'),
    ' "',
    oneOf('', '!'),
    oneOf('@eq ', '@eq ', '@lt '),
    oneOf('0', '1', '1', '%{tx.x}'),
    '"',
  ),
  text(
    oneOf('ARGS', 'ARGS|!ARGS:b', 'TX:/^[xy]/', 'TX', 'MATCHED_VAR', 'MATCHED_VARS', 'ARGS_NAMES'),
    ' "',
    oneOf('', '!'),
    oneOf('@rx ^(.)(2?)', '@rx [12]', '@unconditionalMatch', '@pm 1 x', '@within 12', '@ge 1'),
    '"',
  ),
);

const link = fc
  .tuple(
    fc.option(test, { freq: 2 }),
    oneOf<readonly string[]>([], [], [], ['t:length'], ['t:urlDecode', 't:lowercase']),
    fc.array(effect, { maxLength: 2 }),
  )
  .map(([tested, transformations, effects]) => ({
    head: tested === null ? 'SecAction' : `SecRule ${tested}`,
    actions:
      tested === null
        ? effects.filter((each) => each !== 'multiMatch')
        : [...transformations, ...effects],
  }));

type Link = { readonly head: string; readonly actions: readonly string[] };
type Rule = { readonly links: readonly Link[]; readonly actions: readonly string[] };

const rule: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(link) },
      { weight: 1, arbitrary: fc.array(link, { minLength: 2, maxLength: 3 }) },
    ),
    oneOf(1, 1, 2, 2, 2, 3, 5),
    oneOf(
      '',
      '',
      '',
      '',
      '',
      'skip:1',
      'skipAfter:M',
      'skipAfter:N',
      'deny',
      'allow:phase',
      'allow:request',
      'allow',
    ),
    oneOf(
      "log,msg:'%{tx.x} %{tx.y} %{MATCHED_VAR}'",
      "log,msg:'%{tx.x}'",
      "nolog,logdata:'%{tx.y}'",
      'nolog',
    ),
  )
  .map(([links, phase, flow, log]) => ({
    links,
    actions: [`phase:${phase}`, ...(flow === '' ? [] : [flow]), log],
  }));

/** Rules 1 to n with a marker in between, and one that tells what the settings are in the end. */
export const program = fc
  .tuple(
    fc.array(rule, { minLength: 4, maxLength: 16 }),
    fc.nat(),
    oneOf('On', 'On', 'DetectionOnly'),
    fc.boolean(),
  )
  .map(([rules, marker, engine, enumerates]) =>
    [
      `SecRuleEngine ${engine}`,
      ...rules.flatMap((each, index) => [
        ...(index === marker % rules.length ? ['SecMarker M'] : []),
        ...writeRule(each, index + 1).map((line) => (enumerates ? line : withoutLists(line))),
      ]),
      'SecMarker M',
      'SecMarker N',
      `SecAction "id:99,phase:5,log,logdata:'%{tx.x} %{tx.y} %{tx.1} %{MATCHED_VAR}'"`,
    ].join('\n'),
  );

/** Where no rule looks at a list of TX variables, each of them can live in a slot. */
function withoutLists(line: string): string {
  return line.replace(/ TX(?::\/\S+)? "/, ' ARGS "');
}

function writeRule(rule: Rule, id: number): readonly string[] {
  return rule.links.map((each, index) => {
    const actions = [
      ...(index === 0 ? [`id:${id}`, ...rule.actions] : ['nolog']),
      ...each.actions,
      ...(index < rule.links.length - 1 ? ['chain'] : []),
    ];
    return `${each.head} "${actions.join(',')}"`;
  });
}

/** Query strings: what the programs ask for, in all combinations that matter. */
export const queries: readonly string[] = [
  '',
  'a=1',
  'a=2',
  'b=1',
  'a=1&b=1',
  'a=2&b=2',
  'a=1&a=2&b=1',
  'x=y&y=1&a=%2531',
];
