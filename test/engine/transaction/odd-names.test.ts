/** Names that mean something to JavaScript objects are names like any other to the rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequest } from '../../helpers/http-block.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadRules } from '../../helpers/run-rules.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];

const rules = await loadRules(`
SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
${NAMES.map(rulesFor).join('\n')}
SecRule XML:/* "@streq evil" "id:90,phase:2,pass,log"
SecRule XML://@* "@streq evil" "id:91,phase:2,pass,log"
`);

/** Ids: 100 for the first name, 200 for the second, and so on, plus the place where it is seen. */
function rulesFor(name: string, index: number): string {
  const targets = [
    `ARGS:${name}`,
    `ARGS_GET:${name}`,
    `REQUEST_HEADERS:${name}`,
    `REQUEST_COOKIES:${name}`,
    `ARGS_POST:json.${name}`,
    `ARGS_POST:${name}`,
    `FILES:${name}`,
    `MULTIPART_PART_HEADERS:${name}`,
    `TX:copy_${name}`,
    `TX:${name}`,
  ];
  const base = (index + 1) * 100;
  return [
    `SecRule ARGS_NAMES "@streq ${name}" "id:${base + 20},phase:2,pass,log,setvar:'tx.${name}=set',setvar:'tx.copy_%{MATCHED_VAR}=set'"`,
    ...targets.map(
      (target, place) => `SecRule ${target} "@rx ." "id:${base + place},phase:2,pass,log"`,
    ),
  ].join('\n');
}

type Place = {
  readonly title: string;
  readonly request: (name: string) => string;
  /** Places of rulesFor that must be seen. */
  readonly seen: readonly number[];
};

const multipart = (disposition: string) => `POST / HTTP/1.1
Content-Type: multipart/form-data; boundary=b

--b
Content-Disposition: form-data; ${disposition}

evil
--b--
`;

const PLACES: readonly Place[] = [
  { title: 'query', request: (name) => `GET /?${name}=evil HTTP/1.1`, seen: [0, 1, 20, 8, 9] },
  { title: 'header', request: (name) => `GET / HTTP/1.1\n${name}: evil`, seen: [2] },
  { title: 'cookie', request: (name) => `GET / HTTP/1.1\nCookie: ${name}=evil`, seen: [3] },
  {
    title: 'form',
    request: (name) =>
      `POST / HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\n${name}=evil`,
    seen: [0, 5, 20, 8, 9],
  },
  {
    title: 'JSON',
    request: (name) => `POST / HTTP/1.1\nContent-Type: application/json\n\n{"${name}":"evil"}`,
    seen: [4],
  },
  { title: 'field', request: (name) => multipart(`name="${name}"`), seen: [0, 5, 7, 20, 8, 9] },
  { title: 'file', request: (name) => multipart(`name="${name}"; filename="x"`), seen: [6, 7] },
];

for (const { title, request, seen } of PLACES) {
  test(`names of object members in: ${title}`, () => {
    for (const [index, name] of NAMES.entries()) {
      const expected = seen.map((place) => (index + 1) * 100 + place);
      const { matched } = rules.exchange(parseRequest(request(name)));
      assert.deepEqual(new Set(matched), new Set(expected), name);
    }
  });
}

test('names of object members as XML elements and attributes', async (t) => {
  for (const name of NAMES) {
    await t.test(rowTitle(name), () => {
      const head = 'POST / HTTP/1.1\nContent-Type: text/xml\n\n';
      const text = rules.exchange(parseRequest(`${head}<${name}>evil</${name}>`));
      assert.deepEqual(text.matched, [90], name);
      const attribute = rules.exchange(parseRequest(`${head}<a ${name}="evil"/>`));
      assert.deepEqual(attribute.matched, [91], name);
    });
  }
  assert.equal(NAMES.length, 6);
});

test('objects have no new members afterwards', () => {
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(Object.hasOwn(Object.prototype, 'evil'), false);
});
