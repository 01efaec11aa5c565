/**
 * Measures what a compiled profile costs a fresh process: the import, then some requests, each the first of its kind.
 * Prints milliseconds of processor time as JSON: of the process, and of the thread that runs the rules.
 */
import { readFileSync } from 'node:fs';

const [, , module = '', kinds = ''] = process.argv;

const HEADERS = [
  ['Host', 'shop.example.org'],
  [
    'User-Agent',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15',
  ],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Language', 'es-ES,es;q=0.7'],
  ['Accept-Encoding', 'gzip, deflate, br'],
  ['Cookie', 'sid=9f8e7d6c5b4a; consent=2026-11'],
];

function request(method, target, headers, body) {
  const addresses = {
    clientAddress: '203.0.113.7',
    clientPort: 40000,
    serverAddress: '127.0.0.1',
    serverPort: 80,
  };
  return {
    head: { ...addresses, method, target, protocol: 'HTTP/1.1', headers: [...HEADERS, ...headers] },
    body,
  };
}

function page(target) {
  return request('GET', target, [], '');
}

function json(value) {
  const body = JSON.stringify(value);
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ];
  return request('POST', '/api/orders', headers, body);
}

const requests = {
  page: page('/shop/list?category=shoes&page=3'),
  json: json({ name: 'Ada', tags: ['a', 'b'], note: 'twice please' }),
  secondPage: page('/shop/view?id=17&from=list'),
  secondJson: json({ name: 'Grace', tags: ['c'], note: 'once' }),
};

function inspect(waf, { head, body }) {
  const transaction = waf.open(head, 'cold start');
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(body);
  transaction.inspectResponseHeaders({
    status: 200,
    protocol: 'HTTP/1.1',
    headers: [['Content-Type', 'text/html']],
  });
  transaction.close();
}

/** Returns milliseconds of processor time: of the process, and of the thread (on systems other than Linux, of the process again). */
function times() {
  const { user, system } = process.cpuUsage();
  const spent = (user + system) / 1000;
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    return [spent, Number(nanoseconds) / 1e6];
  } catch {
    return [spent, spent];
  }
}

const figures = {};
let waf;
times();
for (const kind of ['import', ...kinds.split(',')]) {
  const before = times();
  if (kind === 'import') ({ waf } = await import(module));
  else inspect(waf, requests[kind]);
  const after = times();
  figures[kind] = after.map((time, index) => time - before[index]);
}
console.log(JSON.stringify(figures));
