/** The phase in a variable's record is the first one in which it has a value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadWaf } from '#compiler/cli/project/load-waf.ts';
import { variables } from '#compiler/language/variables/index.ts';
import type { Phase } from '#engine/host/rule-info.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

/** Bodies of requests and responses that fill many variables. Each response has the media type of its request. */
const bodies: readonly (readonly [type: string, request: string, response: string])[] = [
  ['application/x-www-form-urlencoded', 'p=1&q=%zz', 'hello'],
  [
    'multipart/form-data; boundary="b"',
    '--b\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\n\r\nhello\r\n--b--\r\n',
    'hello',
  ],
  ['multipart/form-data; boundary=b', '--b\nbad', 'hello'],
  ['application/json', '{"a":1}', '{"a":1}'],
  ['application/json', '{"a":', '{"a":'],
  ['text/xml', '<a><b>1</b></a>', '<a>1</a>'],
];

/** They have the head of the request in phase 1, but the whole request only from phase 2 on. */
const INCOMPLETE: ReadonlySet<string> = new Set(['FULL_REQUEST', 'FULL_REQUEST_LENGTH']);

const SETUP = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess On
SecResponseBodyMimeType text/xml application/json application/x-www-form-urlencoded
SecAction "id:1,phase:1,pass,nolog,initcol:ip=1,initcol:global=g,setuid:u,setsid:s,setrsc:r,setenv:X=1,setvar:tx.a=1,\\
  setvar:ip.a=1,setvar:global.a=1,setvar:session.a=1,setvar:user.a=1,setvar:resource.a=1"
SecAction "id:2,phase:1,pass,nolog,ctl:responseBodyProcessor=JSON"
`;

const WEDNESDAY = Date.UTC(2026, 0, 7, 12);

const PHASES: readonly Phase[] = [1, 2, 3, 4, 5];

/** The rule with this id matches when the variable has a value other than "" and 0 in the phase. */
const idOf = (index: number, phase: number): number => 1000 * phase + index;

const names = [...variables.keys()];
const rules = PHASES.flatMap((phase) =>
  names.map(
    (name, index) =>
      `SecRule ${name} "!@rx ^0?$" "id:${idOf(index, phase)},phase:${phase},pass,log"\n`,
  ),
);

/** The ids of the rules that match some of the requests. `tick`: lets a millisecond pass. */
async function matchingIds(tick: () => void): Promise<ReadonlySet<number>> {
  const { program } = compileText(SETUP + rules.join(''), {}, []);
  assert.ok(program !== undefined);
  const waf = await loadWaf(program);
  const found = new Set<number>();
  for (const [type, request, response] of bodies) {
    const transaction = waf.open(
      {
        method: 'POST',
        target: '/a/b.php?x=%zz',
        protocol: 'HTTP/1.1',
        headers: [
          ['Host', 'a.test'],
          ['Cookie', 'a=b'],
          ['Content-Type', type],
          ['Content-Length', String(request.length)],
        ],
        remoteAddress: '192.0.2.1',
        remotePort: 40_000,
        serverAddress: '192.0.2.2',
        serverPort: 80,
        serverName: 'a.test',
      },
      'id',
    );
    tick();
    transaction.inspectRequestHeaders();
    transaction.inspectRequestBody(request, false);
    const headers = [['Content-Type', type]] as const;
    transaction.inspectResponseHeaders({ status: 200, protocol: 'HTTP/1.1', headers });
    transaction.inspectResponseBody(response, false);
    transaction.close();
    for (const { rule } of transaction.matches) found.add(rule.id);
  }
  return found;
}

test('a variable has no value before the phase of its record', async (t) => {
  // TIME_WDAY is 0 on Sundays, and DURATION at once.
  t.mock.timers.enable({ apis: ['Date'], now: WEDNESDAY });
  const found = await matchingIds(() => t.mock.timers.tick(1));
  let ran = 0;
  for (const [index, name] of names.entries()) {
    const first = PHASES.find((phase) => found.has(idOf(index, phase)));
    if (first === undefined || INCOMPLETE.has(name)) continue;
    ran += 1;
    await t.test(rowTitle(name), () => assert.equal(variables.get(name)?.phase, first));
  }
  assert.equal(ran, 88);
});
