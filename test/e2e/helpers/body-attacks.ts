/** Bodies that other firewalls and backends have read differently (docs/spec/http.md#bodies), each with an attack. */
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
  post('no content type [B1]', [], `a=${SCRIPT}`),
  post('misspelt ContentType [B1]', [`ContentType: ${FORM}`], `a=${SCRIPT}`),
  post('misspelt Content_-Type [B1]', [`Content_-Type: ${MULTIPART}`], WHOLE),
  post('misspelt Cntent-Type [B1]', [`Cntent-Type: ${MULTIPART}`], WHOLE),
  post('tab before the type [B1]', [`Content-Type:\t${MULTIPART}`], WHOLE),
  typed('split boundary [B1]', 'multipart/form-data; boundary*0=r;boundary*1=e', WHOLE),
  typed('two boundaries [B1]', 'multipart/form-data; boundary=re; boundary=al', WHOLE),
  typed('unknown type [B1]', 'application/x-unknown', `a=${SCRIPT}`),
];

const MULTIPARTS: readonly AttackRow[] = [
  typed('NUL in a part header [B2]', MULTIPART, part([`${FIELD}\0`], SCRIPT) + END),
  typed(
    'NUL in the name [B2]',
    MULTIPART,
    part(['Content-Disposition: form-data; name="a\0b"'], SCRIPT) + END,
  ),
  typed('no final boundary [B2]', MULTIPART, part([FIELD], SCRIPT)),
  typed('LF only [B2]', MULTIPART, WHOLE.replaceAll(CRLF, '\n')),
  typed('quoted boundary [B2]', 'multipart/form-data; boundary="re"', WHOLE),
  typed('name twice [B2]', MULTIPART, part([`${FIELD}; name="b"`], SCRIPT) + END),
  typed(
    'extended file name [B2]',
    MULTIPART,
    part([`${FIELD}; filename*=utf-8''x.php`], SCRIPT) + END,
  ),
  typed('blank behind the boundary [B2]', MULTIPART, WHOLE.replace('--re\r\n', '--re \r\n')),
  typed('attack in the preamble [B2]', MULTIPART, `a=${SCRIPT}${CRLF}${part([FIELD], 'x')}${END}`),
  typed('attack in the epilogue [B2]', MULTIPART, `${part([FIELD], 'x')}${END}a=${SCRIPT}`),
  typed(
    'multipart in multipart [B2]',
    MULTIPART,
    part([FIELD, 'Content-Type: multipart/mixed; boundary=in'], part([FIELD], SCRIPT, 'in')) + END,
  ),
  typed(
    'part without disposition [B2]',
    MULTIPART,
    part(['Content-Type: text/plain'], SCRIPT) + END,
  ),
  typed(
    'transfer encoding [B2]',
    MULTIPART,
    part([FIELD, 'Content-Transfer-Encoding: base64'], btoa(SCRIPT)) + END,
  ),
  ...[
    `${FIELD}; filename="x" `,
    `${FIELD}; filename= "x"`,
    `${FIELD};\tfilename="x"`,
    `${FIELD}; filename="x"; filename*=UTF-8''`,
  ].map((head) =>
    typed(`file or field ${JSON.stringify(head)} [B2]`, MULTIPART, part([head], SCRIPT) + END),
  ),
  ...['x', 'x\r', 'x\r\n '].map((before) =>
    typed(
      `boundary inside a line, after ${JSON.stringify(before)} [B2]`,
      MULTIPART,
      part([`${FIELD}; filename="x"`], before + part([FIELD], SCRIPT)) + END,
    ),
  ),
];

const UTF7 = '+ADw-script+AD4-alert(1)+ADw-/script+AD4-';
const CHARSETS: readonly AttackRow[] = [
  typed(
    'first part in UTF-7 [B4]',
    MULTIPART,
    part([FIELD, 'Content-Type: text/plain; charset=utf-7'], UTF7) +
      part([FIELD, 'Content-Type: text/plain; charset=utf-8'], 'x') +
      END,
  ),
  typed(
    'last part in UTF-7 [B4]',
    MULTIPART,
    part([FIELD, 'Content-Type: text/plain; charset=utf-8'], 'x') +
      part([FIELD, 'Content-Type: text/plain; charset=utf-7'], UTF7) +
      END,
  ),
  typed('charset of the request [B4]', `${FORM}; charset=ibm037`, 'a=%4C%A2%83'),
  typed('two charsets [B4]', `${FORM}; charset=utf-8; charset=utf-7`, `a=${UTF7}`),
  get('overlong UTF-8 [B5]', '/?f=%c0%ae%c0%ae%c0%afetc%c0%afpasswd'),
];

const JSON_BODIES: readonly AttackRow[] = [
  typed('key twice, attack first [B6]', 'application/json', `{"a":"${SCRIPT}","a":"x"}`),
  typed('key twice, attack last [B6]', 'application/json', `{"a":"x","a":"${SCRIPT}"}`),
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
  ].map((body) => typed(`${JSON.stringify(body).slice(0, 40)} [B7]`, 'application/json', body)),
  typed('200,000 levels [B8]', 'application/json', '['.repeat(200_000)),
  typed('attack as a key [B9]', 'application/json', `{"__proto__":{"x":1},"${SCRIPT}":1}`),
  typed('attack under __proto__ [B9]', 'application/json', `{"__proto__":{"x":"${SCRIPT}"}}`),
];

const LAUGHS = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`,
).join('')}]><a>&a8;</a>`;
const XML: readonly AttackRow[] = [
  typed(
    'attack in an attribute [B10]',
    'text/xml',
    `<a b="${SCRIPT.replaceAll('<', '&lt;')}"/>`,
    'api.test',
  ),
  typed('attack in CDATA [B10]', 'application/xml', `<a><![CDATA[${SCRIPT}]]></a>`, 'api.test'),
  typed('billion laughs [B10]', 'text/xml', LAUGHS, 'api.test'),
  typed(
    'external entity [B10]',
    'text/xml',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    'api.test',
  ),
];

const REST: readonly AttackRow[] = [
  post('compressed body [B13]', [`Content-Type: ${FORM}`, 'Content-Encoding: gzip'], `a=${SCRIPT}`),
  typed('100,000 arguments [B14]', FORM, 'a=b&'.repeat(100_000)),
  get('attack without a body [B16]', `/?x=${SCRIPT.replace(' ', '+')}`),
  get('cookie attack without a body [B16]', '/', [`Cookie: a=${SCRIPT}`]),
  get('cookie attack with escapes [B16]', '/', [String.raw`Cookie: a="1\047 or \0471\047=\0471"`]),
  get('method override [B17]', '/', ['X-HTTP-Method-Override: DELETE']),
  get('question mark encoded in the path [H9]', `/x%3F${SCRIPT}`),
  {
    name: 'GET with a chunked body [F13]',
    bytes: `GET / HTTP/1.1\r\nHost: web.test\r\n${BROWSER.join(CRLF)}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n0\r\n\r\n`,
  },
  {
    name: 'GET with a body [F13]',
    bytes: rawRequest('/', [...BROWSER, `Content-Type: ${FORM}`], { body: `a=${SCRIPT}` }),
  },
];

const HIDING_TYPES = ['image/png', 'image/svg+xml', 'image/x-anything', 'application/octet-stream'];

/** What looks like JSON, XML or a form, and the raw text of none of them. */
const HIDDEN: readonly (readonly [content: string, body: string])[] = [
  ['JSON', `{"a":"${SCRIPT}"}`],
  ['JSON with escapes', String.raw`{"a":"\u003cscript>alert(1)\u003c/script>"}`],
  ['a list', `["${SCRIPT}"]`],
  ['XML', `<a><![CDATA[${SCRIPT}]]></a>`],
  ['a form', `a=1&b=${encodeURIComponent(SCRIPT)}`],
  ['text', `see ${SCRIPT}`],
];

const HIDDEN_TYPES: readonly AttackRow[] = ['web.test', 'api.test'].flatMap((host) =>
  HIDING_TYPES.flatMap((type) =>
    HIDDEN.map(([content, body]) => typed(`${content} as ${type} [B1]`, type, body, host)),
  ),
);

/** Bodies that begin with binary data, under types in which some back ends find the word of a form. */
const BINARY = '\0\xff\x89PNG';
const WORDS: readonly AttackRow[] = [
  typed(
    'multipart named by a parameter [B1]',
    'text/css; type=multipart; boundary=re',
    part([`${FIELD}; filename="x"`], BINARY) + WHOLE,
  ),
  typed('form named by a parameter [B1]', 'text/css; type=urlencoded', `${BINARY}=1&a=${SCRIPT}`),
  typed('JSON named by a parameter [B1]', 'text/css; type=json', `{"\xff":1,"a":"${SCRIPT}"}`),
  typed(
    'multipart named by a parameter of bytes [B1]',
    'application/octet-stream; type=multipart; boundary=re',
    part([`${FIELD}; filename="x"`], BINARY) + WHOLE,
    'api.test',
  ),
];

const BYTES = 'application/octet-stream';
const LONGER = `{"a":"\u20ac","b":"${SCRIPT}"}`;
const ENCODED: readonly AttackRow[] = [
  typed('JSON with bytes that are no UTF-8 [B1]', BYTES, `{"\xff":1,"a":"${SCRIPT}"}`, 'api.test'),
  typed(
    'JSON in UTF-16 [B1]',
    BYTES,
    Buffer.from(LONGER, 'utf16le').toString('latin1'),
    'api.test',
  ),
  typed(
    'JSON in UTF-16 with a mark [B1]',
    BYTES,
    Buffer.from(`\ufeff${LONGER}`, 'utf16le').swap16().toString('latin1'),
    'api.test',
  ),
  typed(
    'XML in UTF-16 [B1]',
    BYTES,
    Buffer.from(`\ufeff<a b="1"><![CDATA[${SCRIPT}]]></a>`, 'utf16le').toString('latin1'),
    'api.test',
  ),
];

/** The bodies of docs/spec/http.md that a request can show, and what needs rules of its other tables [F13, H9]. */
export const bodyAttacks: readonly AttackRow[] = [
  ...TYPES,
  ...MULTIPARTS,
  ...CHARSETS,
  ...JSON_BODIES,
  ...XML,
  ...REST,
  ...HIDDEN_TYPES,
  ...WORDS,
  ...ENCODED,
];
