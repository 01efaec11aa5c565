/** Bodies that other firewalls and backends have read differently (design/security.md 1.2, table B), each with an attack. */
import { rawRequest } from '../../proxy/helpers/raw-client.ts';

export type AttackRow = {
  /** Id of the table's row, then what is odd. */
  readonly name: string;
  readonly bytes: string;
};

const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
const SCRIPT = '<script>alert(1)</script>';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=re';
const CRLF = '\r\n';

function post(
  name: string,
  headers: readonly string[],
  body: string,
  host = 'web.test',
): AttackRow {
  const bytes = rawRequest('/upload', [...BROWSER, ...headers], { method: 'POST', host, body });
  return { name, bytes };
}

function typed(name: string, type: string, body: string, host?: string): AttackRow {
  return post(name, [`Content-Type: ${type}`], body, host);
}

function get(name: string, target: string, headers: readonly string[] = []): AttackRow {
  return { name, bytes: rawRequest(target, [...BROWSER, ...headers]) };
}

/** A part with the headers given, `boundary` around it. */
function part(headers: readonly string[], content: string, boundary = 're'): string {
  return `--${boundary}${CRLF}${headers.join(CRLF)}${CRLF}${CRLF}${content}${CRLF}`;
}

const FIELD = 'Content-Disposition: form-data; name="a"';
const END = `--re--${CRLF}`;
const WHOLE = part([FIELD], SCRIPT) + END;

const TYPES: readonly AttackRow[] = [
  post('B1 no content type', [], `a=${SCRIPT}`),
  post('B1 misspelt ContentType', [`ContentType: ${FORM}`], `a=${SCRIPT}`),
  post('B1 misspelt Content_-Type', [`Content_-Type: ${MULTIPART}`], WHOLE),
  post('B1 misspelt Cntent-Type', [`Cntent-Type: ${MULTIPART}`], WHOLE),
  post('B1 tab before the type', [`Content-Type:\t${MULTIPART}`], WHOLE),
  typed('B1 split boundary', 'multipart/form-data; boundary*0=r;boundary*1=e', WHOLE),
  typed('B1 two boundaries', 'multipart/form-data; boundary=re; boundary=al', WHOLE),
  typed('B1 unknown type', 'application/x-unknown', `a=${SCRIPT}`),
];

const MULTIPARTS: readonly AttackRow[] = [
  typed('B2 NUL in a part header', MULTIPART, part([`${FIELD}\0`], SCRIPT) + END),
  typed(
    'B2 NUL in the name',
    MULTIPART,
    part(['Content-Disposition: form-data; name="a\0b"'], SCRIPT) + END,
  ),
  typed('B2 no final boundary', MULTIPART, part([FIELD], SCRIPT)),
  typed('B2 LF only', MULTIPART, WHOLE.replaceAll(CRLF, '\n')),
  typed('B2 quoted boundary', 'multipart/form-data; boundary="re"', WHOLE),
  typed('B2 name twice', MULTIPART, part([`${FIELD}; name="b"`], SCRIPT) + END),
  typed(
    'B2 extended file name',
    MULTIPART,
    part([`${FIELD}; filename*=utf-8''x.php`], SCRIPT) + END,
  ),
  typed('B2 blank behind the boundary', MULTIPART, WHOLE.replace('--re\r\n', '--re \r\n')),
  typed('B2 attack in the preamble', MULTIPART, `a=${SCRIPT}${CRLF}${part([FIELD], 'x')}${END}`),
  typed('B2 attack in the epilogue', MULTIPART, `${part([FIELD], 'x')}${END}a=${SCRIPT}`),
  typed(
    'B2 multipart in multipart',
    MULTIPART,
    part([FIELD, 'Content-Type: multipart/mixed; boundary=in'], part([FIELD], SCRIPT, 'in')) + END,
  ),
  typed('B2 part without disposition', MULTIPART, part(['Content-Type: text/plain'], SCRIPT) + END),
  typed(
    'B2 transfer encoding',
    MULTIPART,
    part([FIELD, 'Content-Transfer-Encoding: base64'], btoa(SCRIPT)) + END,
  ),
];

const UTF7 = '+ADw-script+AD4-alert(1)+ADw-/script+AD4-';
const CHARSETS: readonly AttackRow[] = [
  typed(
    'B4 first part in UTF-7',
    MULTIPART,
    part([FIELD, 'Content-Type: text/plain; charset=utf-7'], UTF7) +
      part([FIELD, 'Content-Type: text/plain; charset=utf-8'], 'x') +
      END,
  ),
  typed(
    'B4 last part in UTF-7',
    MULTIPART,
    part([FIELD, 'Content-Type: text/plain; charset=utf-8'], 'x') +
      part([FIELD, 'Content-Type: text/plain; charset=utf-7'], UTF7) +
      END,
  ),
  typed('B4 charset of the request', `${FORM}; charset=ibm037`, 'a=%4C%A2%83'),
  typed('B4 two charsets', `${FORM}; charset=utf-8; charset=utf-7`, `a=${UTF7}`),
  get('B5 overlong UTF-8', '/?f=%c0%ae%c0%ae%c0%afetc%c0%afpasswd'),
];

const JSON_BODIES: readonly AttackRow[] = [
  typed('B6 key twice, attack first', 'application/json', `{"a":"${SCRIPT}","a":"x"}`),
  typed('B6 key twice, attack last', 'application/json', `{"a":"x","a":"${SCRIPT}"}`),
  ...[
    `{"a":"${SCRIPT}"/**/}`,
    `{"a":NaN,"b":"${SCRIPT}"}`,
    `{"a":"${SCRIPT}",}`,
    `{'a':'${SCRIPT}'}`,
    `\xef\xbb\xbf{"a":"${SCRIPT}"}`,
    `{"a":"${SCRIPT}"}\0`,
    `{"a":"${SCRIPT}"}{"b":1}`,
    `{"a":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"}`,
    `{"a":"\\ud800${SCRIPT}"}`,
    `{"a":1e400,"b":"${SCRIPT}"}`,
    `{"a":"\n${SCRIPT}"}`,
    `{"a":"${SCRIPT}"`,
  ].map((body) => typed(`B7 ${JSON.stringify(body).slice(0, 40)}`, 'application/json', body)),
  typed('B8 200,000 levels', 'application/json', '['.repeat(200_000)),
  typed('B9 attack as a key', 'application/json', `{"__proto__":{"x":1},"${SCRIPT}":1}`),
  typed('B9 attack under __proto__', 'application/json', `{"__proto__":{"x":"${SCRIPT}"}}`),
];

const LAUGHS = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`,
).join('')}]><a>&a8;</a>`;
const XML: readonly AttackRow[] = [
  typed(
    'B10 attack in an attribute',
    'text/xml',
    `<a b="${SCRIPT.replaceAll('<', '&lt;')}"/>`,
    'api.test',
  ),
  typed('B10 attack in CDATA', 'application/xml', `<a><![CDATA[${SCRIPT}]]></a>`, 'api.test'),
  typed('B10 billion laughs', 'text/xml', LAUGHS, 'api.test'),
  typed(
    'B10 external entity',
    'text/xml',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    'api.test',
  ),
];

const REST: readonly AttackRow[] = [
  post('B13 compressed body', [`Content-Type: ${FORM}`, 'Content-Encoding: gzip'], `a=${SCRIPT}`),
  typed('B14 100,000 arguments', FORM, 'a=b&'.repeat(100_000)),
  get('B16 attack without a body', `/?x=${SCRIPT.replace(' ', '+')}`),
  get('B16 cookie attack without a body', '/', [`Cookie: a=${SCRIPT}`]),
  get('B17 method override', '/', ['X-HTTP-Method-Override: DELETE']),
  get('H9 question mark encoded in the path', `/x%3F${SCRIPT}`),
  {
    name: 'F13 GET with a chunked body',
    bytes: `GET / HTTP/1.1\r\nHost: web.test\r\n${BROWSER.join(CRLF)}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n0\r\n\r\n`,
  },
  {
    name: 'F13 GET with a body',
    bytes: rawRequest('/', [...BROWSER, `Content-Type: ${FORM}`], { body: `a=${SCRIPT}` }),
  },
];

/** Every row of table B that a request can show, and rows F13 and H9, which need rules. */
export const bodyAttacks: readonly AttackRow[] = [
  ...TYPES,
  ...MULTIPARTS,
  ...CHARSETS,
  ...JSON_BODIES,
  ...XML,
  ...REST,
];
