/** Random small rule programs in which settings are set, changed, skipped over and read in every way. */
import fc from 'fast-check';

const names = ['x', 'y', 'z', 'x%{ARGS.a}', '%{MATCHED_VAR}', '1'] as const;
const values = [
  '0',
  '1',
  '2',
  '%{tx.x}',
  '%{tx.y}',
  '%{ARGS.a}',
  '%{MATCHED_VAR}',
  '%{tx.1}',
] as const;

const oneOf = <Value>(choices: readonly Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...choices);
const text = (parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((each) => each.join(''));

const name = oneOf(names);
const ids = fc.integer({ min: 1, max: 12 });

const effect = fc.oneof(
  { weight: 6, arbitrary: text(['setvar:tx.', name, '=', oneOf(values)]) },
  { weight: 4, arbitrary: text(['setvar:tx.', name, oneOf(['=+', '=-']), oneOf(values)]) },
  text(['setvar:!tx.', name]),
  text(['ctl:ruleRemoveById=', ids.map((id) => `${id}-${id + 2}`)]),
  text([
    'ctl:ruleRemoveTargetById=',
    ids.map(String),
    ';',
    oneOf(['ARGS:a', 'TX:x', 'ARGS', 'TX']),
  ]),
  text(['expirevar:tx.', oneOf(['x', 'y']), '=1']),
  oneOf(['ctl:ruleEngine=DetectionOnly', 'capture', 'severity:3', 'multiMatch']),
);

const target = oneOf([
  'TX:x',
  'TX:y',
  '&TX:x',
  'TX:1',
  'TX:/^[xy]/',
  'TX',
  'ARGS:a',
  'ARGS',
  '&ARGS',
  'ARGS|!ARGS:b',
  'MATCHED_VAR',
  'MATCHED_VARS',
  'REQUEST_METHOD',
]);

const operator = text([
  oneOf(['', '', '', '!']),
  fc.oneof(
    text([oneOf(['@eq ', '@ge ', '@streq ', '@contains ']), oneOf([...values, '1', '2'])]),
    oneOf(['@rx ^(.)(2?)', '@rx [12]', '@unconditionalMatch', '@noMatch', '@pm 1 x', '@within 12']),
  ),
]);

const transformations = oneOf([
  [],
  [],
  [],
  ['t:length'],
  ['t:urlDecode', 't:lowercase'],
  ['t:none'],
]);
const effects = fc.array(effect, { maxLength: 3 });

const link = fc
  .tuple(fc.option(fc.tuple(target, operator)), transformations, effects)
  .map(([test, list, done]) => ({
    head: test === null ? 'SecAction' : `SecRule ${test[0]} "${test[1]}"`,
    actions: [
      ...(test === null ? [] : list),
      ...done.filter((each) => test !== null || each !== 'multiMatch'),
    ],
  }));

const flow = fc.oneof(
  { weight: 8, arbitrary: fc.constant<string[]>([]) },
  oneOf([
    ['skip:1'],
    ['skip:2'],
    ['skipAfter:M'],
    ['skipAfter:N'],
    ['deny'],
    ['allow'],
    ['allow:phase'],
    ['allow:request'],
  ]),
);

const rule = fc
  .tuple(
    fc.array(link, { minLength: 1, maxLength: 3 }),
    oneOf([1, 1, 2, 2, 2, 3, 4, 5]),
    flow,
    oneOf(['log', 'nolog', 'nolog']),
    oneOf([[], ["msg:'%{tx.x} %{MATCHED_VAR}'"], ["logdata:'%{tx.y}'"]]),
  )
  .map(([links, phase, flows, log, texts]) => ({
    links,
    actions: [`phase:${phase}`, log, ...flows, ...texts],
  }));

type Rule = typeof rule extends fc.Arbitrary<infer Each> ? Each : never;

/** Rules 1 to n with markers M and N in between, and a rule that tells what tx.x and tx.y are in the end. */
export const program = fc
  .tuple(
    fc.array(rule, { minLength: 2, maxLength: 10 }),
    fc.integer({ min: 0, max: 10 }),
    oneOf(['On', 'On', 'On', 'DetectionOnly']),
  )
  .map(([rules, marker, engine]) => {
    const lines = rules.flatMap(writeRule);
    const at = Math.min(marker, rules.length - 1);
    const before = rules.slice(0, at).flatMap(writeRule).length;
    return [
      `SecRuleEngine ${engine}`,
      'SecRequestBodyAccess On',
      ...lines.slice(0, before),
      'SecMarker M',
      ...lines.slice(before),
      'SecMarker M',
      'SecMarker N',
      `SecAction "id:999,phase:5,log,logdata:'%{tx.x} %{tx.y} %{tx.1} %{MATCHED_VAR}'"`,
    ].join('\n');
  });

function writeRule({ links, actions: first }: Rule, index: number): readonly string[] {
  return links.map((each, at) => {
    const own = at === 0 ? [`id:${index + 1}`, ...first] : [];
    const chain = at < links.length - 1 ? ['chain'] : [];
    const kept = each.actions.filter((action) => at === 0 || !action.startsWith('severity'));
    const actions = [...own, ...kept, ...chain];
    return actions.length === 0 && each.head !== 'SecAction'
      ? each.head
      : `${each.head} "${actions.join(',') || 'nolog'}"`;
  });
}

const argument = text([
  oneOf(['a', 'b', 'A', 'x']),
  '=',
  oneOf(['0', '1', '2', '12', 'x', '', '%2531']),
]);

/** Query strings. */
export const query = fc.array(argument, { maxLength: 4 }).map((list) => list.join('&'));
