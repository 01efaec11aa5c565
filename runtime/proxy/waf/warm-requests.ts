/** Generates the requests of the warm-up. They are made of common words, and the same for each run. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf, Header, RequestHead } from '#engine/host/compiled-waf.ts';
import type { HostServices } from '#engine/host/host-services.ts';

export type WarmRequest = { readonly head: RequestHead; readonly body: ByteString };

const WORDS = (
  'account address amount article author basket blue born card category city color comment company contact content country ' +
  'create customer date day delete description device discount download email event favorite file filter first from gallery ' +
  'gift group hello height house image index invoice item label language last limit list locale login market message method ' +
  'mobile model month name network news next north note number offer offset option order origin page parent password payment ' +
  'phone photo plan post price private product profile public quantity query rating reference region report request result ' +
  'return review sale search season section select service session set share shipping shop sign size sort source ' +
  'start state status store street style subject summer table tag team text theme time title token total travel type union ' +
  'update upload user value version video view visit weather week weight where window winter word world year zip'
).split(' ');
const VALUES = [
  ...[
    '42',
    '3.14',
    '2024-02-29T12:34:56Z',
    'true',
    'null',
    '-7',
    '1,299.00',
    '50%25',
    '%e2%82%ac',
    'a%20b+c',
  ],
  ...[
    'ann.example@mail.example',
    'https://www.example.com/a/b?c=d#e',
    '../images/logo.png',
    "O'Brien",
    'AT%26T',
  ],
  ...[
    '550e8400-e29b-41d4-a716-446655440000',
    'SGVsbG8gd29ybGQsIGhlbGxv',
    '#ff8800',
    '(555) 010-1234',
    'C:\\temp\\x.txt',
  ],
  ...[
    'select name from table',
    '1 or 1=1',
    '<b>bold</b>',
    'x=1; y=2',
    '{"a":[1,2]}',
    '$total',
    'cat /home/notes',
    'ls -la',
  ],
];
const PATHS = [
  '/',
  '/index.html',
  '/api/v1/items',
  '/static/app.3f2a1b.js',
  '/images/photo.jpg',
  '/shop/cart',
  '/search',
];
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1',
];
const LANGUAGES = ['en-US,en;q=0.9', 'de,en;q=0.5', 'fr-FR,fr;q=0.8,en;q=0.3'];

/** Picks an element of a list; the sequence is the same for each run. Returns `otherwise` for an empty list. */
export type Choose = <T>(list: readonly T[], otherwise: T) => T;

/** Returns request number `index`. There are five kinds, which alternate. */
export function warmRequest(index: number): WarmRequest {
  const choose = chooser(index + 1);
  const path = choose(PATHS, '/');
  const query = `?${fields(choose, 3)}`;
  const boundary = `----form${index}`;
  switch (index % 5) {
    case 0:
      return request(choose, 'GET', path, '', '');
    case 1:
      return request(choose, 'GET', `${path}${query}`, '', '');
    case 2:
      return request(choose, 'POST', path, 'application/x-www-form-urlencoded', fields(choose, 8));
    case 3:
      return request(choose, 'POST', `${path}${query}`, 'application/json', json(choose));
    default:
      return request(
        choose,
        'POST',
        path,
        `multipart/form-data; boundary=${boundary}`,
        multipart(choose, boundary),
      );
  }
}

/** Returns a function that picks the same elements in each run with this seed. */
export function chooser(seed: number): Choose {
  let state = seed * 2_654_435_761;
  return (list, otherwise) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return list[(state >>> 12) % list.length] ?? otherwise;
  };
}

function value(choose: Choose): ByteString {
  const words = [1, 2, 3].map(() => choose(WORDS, ''));
  return choose([choose(VALUES, ''), choose(WORDS, ''), words.join(' '), words.join('-')], '');
}

function fields(choose: Choose, count: number): ByteString {
  const pairs = Array.from({ length: count }, () => `${choose(WORDS, 'a')}=${value(choose)}`);
  return pairs.join('&').replaceAll(' ', '+').replaceAll('#', '%23');
}

function json(choose: Choose): ByteString {
  const item = (): object => ({
    [choose(WORDS, 'a')]: value(choose),
    [choose(WORDS, 'b')]: [value(choose), index(choose), { [choose(WORDS, 'c')]: value(choose) }],
  });
  return JSON.stringify({ items: [item(), item(), item()], total: index(choose) });
}

function index(choose: Choose): number {
  return choose(WORDS, '').length;
}

function multipart(choose: Choose, boundary: string): ByteString {
  const part = (headers: string, content: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const field = part(`name="${choose(WORDS, 'a')}"`, value(choose));
  const file = part(
    `name="file"; filename="${choose(WORDS, 'a')}.png"\r\nContent-Type: image/png`,
    'PNG\0\x01\x02\xff',
  );
  return `${field}${file}--${boundary}--\r\n`;
}

/** Returns a request with the headers of a browser. `type`: that of the body, '' for none. */
export function request(
  choose: Choose,
  method: string,
  target: ByteString,
  type: string,
  body: ByteString,
  cookies: ByteString = `session=${choose(VALUES, '')}; theme=${choose(WORDS, '')}`,
): WarmRequest {
  const headers: Header[] = [
    ['Host', 'www.example.com'],
    ['User-Agent', choose(AGENTS, '')],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'],
    ['Accept-Language', choose(LANGUAGES, '')],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['Referer', `https://www.example.com${choose(PATHS, '/')}`],
    ['Cookie', cookies],
    ['Connection', 'keep-alive'],
    ...(type === '' ? [] : [['Content-Type', type] as const]),
    ...(type === '' ? [] : [['Content-Length', String(body.length)] as const]),
  ];
  const head: RequestHead = {
    method,
    target,
    protocol: 'HTTP/1.1',
    headers,
    remoteAddress: '127.0.0.1',
    remotePort: 40_000,
    serverAddress: '127.0.0.1',
    serverPort: 80,
    serverName: 'www.example.com',
  };
  return { head, body };
}

/** Runs one request through all phases, even when it is blocked, with a short response. */
export function inspectWarm(
  waf: CompiledWaf,
  services: HostServices,
  { head, body }: WarmRequest,
): void {
  const transaction = waf.open(head, 'warm-up', undefined, services);
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(transaction.requestBodyAccess ? body : '');
  transaction.inspectResponseHeaders({
    status: 200,
    protocol: 'HTTP/1.1',
    headers: [['Content-Type', 'text/html']],
  });
  transaction.inspectResponseBody(transaction.wantsResponseBody ? '<p>hello</p>' : '');
  transaction.close();
}
