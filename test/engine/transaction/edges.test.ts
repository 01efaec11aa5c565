/** Names and values at the edges of every parser: empty, blank, without `=`, quoted. Rules see all of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequest } from '../../helpers/http-block.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadRules } from '../../helpers/run-rules.ts';

const rules = await loadRules(`
SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule ARGS|ARGS_NAMES|REQUEST_COOKIES|REQUEST_COOKIES_NAMES|FILES|FILES_NAMES|XML:/*|XML://@* "@contains evil" "id:10,phase:2,pass,log"
`);

const cookie = (value: string): string => `GET / HTTP/1.1\nCookie: ${value}`;
const query = (text: string): string => `GET /?${text} HTTP/1.1`;
const body = (type: string, text: string): string =>
  `POST / HTTP/1.1\nContent-Type: ${type}\n\n${text}`;
const form = (text: string): string => body('application/x-www-form-urlencoded', text);
const json = (text: string): string => body('application/json', text);
const xml = (text: string): string => body('text/xml', text);
const part = (disposition: string, content = '1'): string =>
  body(
    'multipart/form-data; boundary=b',
    `--b\nContent-Disposition: form-data${disposition}\n\n${content}\n--b--\n`,
  );

/** Where `evil` is seen. */
const rows: readonly (readonly [request: string, seen: readonly string[]])[] = [
  // Cookies
  [cookie('=evil'), ['REQUEST_COOKIES=evil']],
  [cookie(' \t =evil'), ['REQUEST_COOKIES=evil']],
  [cookie('a=1; =evil; b'), ['REQUEST_COOKIES=evil']],
  [cookie(';;=;=evil'), ['REQUEST_COOKIES=evil']],
  [cookie('==evil'), ['REQUEST_COOKIES==evil']],
  [cookie('a= evil '), ['REQUEST_COOKIES:a= evil']],
  [cookie('a="evil"'), ['REQUEST_COOKIES:a="evil"']],
  [cookie('="evil"'), ['REQUEST_COOKIES="evil"']],
  [cookie('evil'), ['REQUEST_COOKIES_NAMES:evil=evil']],
  [cookie('"evil"'), ['REQUEST_COOKIES_NAMES:"evil"="evil"']],
  [cookie(' evil =1'), ['REQUEST_COOKIES_NAMES:evil=evil']],
  // The whole text between quotes, too, as back ends in Python read it.
  [cookie('a="1; evil"'), ['REQUEST_COOKIES:a=1; evil', 'REQUEST_COOKIES_NAMES:evil"=evil"']],
  // Queries and forms
  ...[query, form].flatMap((send) => [
    [send('=evil'), ['ARGS=evil']] as const,
    [send('&&=evil&'), ['ARGS=evil']] as const,
    [send('==evil'), ['ARGS==evil']] as const,
    [send('+=evil'), ['ARGS: =evil']] as const,
    [send('%20=evil'), ['ARGS: =evil']] as const,
    [send('%00=evil'), ['ARGS:\0=evil']] as const,
    [send('a="evil"'), ['ARGS:a="evil"']] as const,
    [send('a=%20evil+'), ['ARGS:a= evil ']] as const,
    [send('evil'), ['ARGS_NAMES:evil=evil']] as const,
    [send('evil='), ['ARGS_NAMES:evil=evil']] as const,
    [send('"evil"=1'), ['ARGS_NAMES:"evil"="evil"']] as const,
  ]),
  // JSON
  [json('{"":"evil"}'), ['ARGS:json.=evil']],
  [json('{" ":"evil"}'), ['ARGS:json. =evil']],
  [json('{"":{"":["evil"]}}'), ['ARGS:json...0=evil']],
  [json('{"evil":""}'), ['ARGS_NAMES:json.evil=json.evil']],
  [json('{"evil":{}}'), ['ARGS_NAMES:json.evil=json.evil']],
  [json('{"\\u0065vil":[]}'), ['ARGS_NAMES:json.evil=json.evil']],
  [json('"evil"'), ['ARGS:json.0=evil']],
  [json('{"a":" \\"evil\\" "}'), ['ARGS:json.a= "evil" ']],
  [json('{evil'), ['ARGS:json=evil']],
  [json('{"a":evil'), ['ARGS:json.a=evil']],
  // Multipart
  [part('; name=""', 'evil'), ['ARGS=evil']],
  [part('', 'evil'), ['ARGS=evil']],
  [part('; name', 'evil'), ['ARGS=evil']],
  [part('; name=', 'evil'), ['ARGS=evil']],
  [part('; ="a"', 'evil'), ['ARGS=evil']],
  [part('; name=" "', 'evil'), ['ARGS: =evil']],
  [part("; name='a'", 'evil'), ['ARGS:a=evil']],
  [part('; name=a', ' "evil" '), ['ARGS:a= "evil" ']],
  [part('; name=" evil "'), ['ARGS_NAMES: evil = evil ']],
  [part('; name=evil'), ['ARGS_NAMES:evil=evil']],
  [part("; name='evil"), ['ARGS_NAMES:evil=evil']],
  [part('; name=""; filename="evil"'), ['FILES=evil']],
  [part('; name=" evil"; filename=" "'), ['FILES_NAMES: evil= evil']],
  [part('; name="a"; filename=""', 'evil'), ['ARGS:a=evil']],
  // XML
  [xml('<a b="evil"/>'), ['XML://@*=evil']],
  [xml('<a ="evil"/>'), ['XML://@*=evil']],
  [xml('<a "evil"/>'), ['XML://@*=evil']],
  [xml('<a = evil >x</a>'), ['XML://@*=evil']],
  [xml('<a b=evil>x</a>'), ['XML://@*=evil']],
  [xml("<a b='\n evil'/>"), ['XML://@*=\r\n evil']],
  [xml('<a></a ="evil">'), ['XML://@*=evil']],
  [xml('<a>\n evil </a>'), ['XML:/*=evil']],
  [xml('<>evil</>'), ['XML:/*=<>evil']],
];

test('every edge is seen', async (t) => {
  for (const [request, seen] of rows) {
    await t.test(rowTitle(request), () => {
      const { matches } = rules.exchange(parseRequest(request));
      const data = matches.flatMap((match) => match.data);
      const found = data.map(({ variable, key, original, value }) => {
        return `${key === '' ? variable : `${variable}:${key}`}=${original ?? value}`;
      });
      assert.deepEqual(found, seen, request);
    });
  }
  assert.equal(rows.length, 67);
});
