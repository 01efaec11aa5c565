/** Content-Type headers that are broken in every way: whole transactions never throw. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadRules } from '../../helpers/run-rules.ts';
import { runs } from '../../helpers/runs.ts';

const COUNT = runs(1_000);

const rules = await loadRules(`
SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule REQUEST_HEADERS:Content-Type "@rx ." "id:3,phase:1,pass,log,logdata:'%{MATCHED_VAR}'"
SecRule REQBODY_ERROR|MULTIPART_STRICT_ERROR "@eq 1" "id:4,phase:2,pass,log,msg:'%{REQBODY_ERROR_MSG}'"
SecRule ARGS|ARGS_NAMES|FILES|FILES_NAMES|MULTIPART_PART_HEADERS|REQUEST_BODY|XML:/* "@rx ." "id:5,phase:2,pass,log"
`);

const PIECES = [
  'multipart/form-data',
  'Multipart/Form-Data',
  'multipart/',
  'application/x-www-form-urlencoded',
  'application/json',
  'text/xml',
  '/',
  ';',
  ';;',
  ',',
  '=',
  '"',
  "'",
  '\\',
  '\\"',
  ' ',
  '\t',
  '\r',
  '\u0000',
  'boundary',
  'boundary=',
  'boundary="b',
  'boundary=b',
  'BOUNDARY=b',
  "boundary*=utf-8''b",
  'boundary=b; boundary=c',
  'charset=utf-7',
  '\u00e4',
  '\u00ff',
  'b'.repeat(300),
  '(comment)',
  '--b',
  '%62',
];

const BODIES = [
  '',
  'a=1',
  '{"a":[1',
  '<a><b>',
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  '--b\nContent-Disposition: form-data; name=a; filename="x\n\n1',
  '--',
  '\u0000\u00ff',
];

const contentTypes = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => String.fromCharCode(...bytes)),
    ),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((pieces) => pieces.join(''));

const { head } = parseRequest('POST / HTTP/1.1\nHost: www.example.org');

test(`${COUNT} malformed Content-Types`, (t) => {
  let ran = 0;
  let errors = 0;
  fc.assert(
    fc.property(contentTypes, fc.constantFrom(...BODIES), (type, body) => {
      const request = { head: { ...head, headers: [['Content-Type', type] as const] }, body };
      const { matched } = rules.exchange(request);
      ran += 1;
      if (matched.includes(4)) errors += 1;
      assert.equal(matched.includes(3), type !== '', JSON.stringify(type));
    }),
    { numRuns: COUNT, seed: 7 },
  );
  assert.ok(ran === COUNT && errors > 0 && errors < COUNT);
  t.diagnostic(`${ran} Content-Types, ${errors} with a body error`);
});
