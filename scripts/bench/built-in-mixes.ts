/** Small request mixes for a checkout without ../shared; they are enough to show a trend. */
import type { MixLine } from '#compiler/cli/commands/bench/bench-request.ts';

const BROWSER = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en-GB,en;q=0.7,de;q=0.3',
  'Accept-Encoding': 'gzip, deflate, br',
  Cookie: 'session=4f1c9a70b2d84e6fa1c7; lang=en; consent=2031.11',
};
const FORM = { ...BROWSER, 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { ...BROWSER, 'Content-Type': 'application/json' };
const BOUNDARY = '----portcullis7f3a';
const MULTIPART = { ...BROWSER, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

function get(path: string): MixLine {
  return { name: path, method: 'GET', path, headers: BROWSER };
}

function order(items: number): string {
  const item = { sku: 'SKU-83703', title: 'wooden chair', quantity: 2, price: 166.79 };
  return JSON.stringify({
    customer: { id: 18570, name: 'Clara Vogel', email: 'clara@mail.example.com' },
    items: Array.from({ length: items }, () => item),
    notes: 'Please ring twice.',
  });
}

/** Prose, as articles and long comments have it: longer than the values that rules scan at once. */
function prose(sentences: number): string {
  const sentence = 'The chairs stand in the garden all summer; rain does not harm them.';
  return Array.from({ length: sentences }, (_, index) => `${index + 1}. ${sentence}`).join('\r\n');
}

function upload(bytes: number): string {
  return [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\nSummer holiday`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"`,
    `Content-Type: image/png\r\n\r\n${'x'.repeat(bytes)}`,
    `--${BOUNDARY}--\r\n`,
  ].join('\r\n');
}

export const builtInMixes: readonly {
  readonly name: string;
  readonly lines: readonly MixLine[];
}[] = [
  {
    name: 'browse',
    lines: [
      get('/'),
      get('/products?category=chairs&sort=price&page=2'),
      get('/search?q=garden+table&from=2031-01-31&in_stock=yes'),
      get('/static/site.css'),
    ],
  },
  {
    name: 'form',
    lines: [
      {
        name: 'login',
        method: 'POST',
        path: '/login',
        headers: FORM,
        body: 'email=clara%40mail.example.com&password=Sunny-Harbour&remember=on',
      },
      {
        name: 'comment',
        method: 'POST',
        path: '/comments?article=4711',
        headers: FORM,
        body: 'name=Clara&title=Lovely+chairs&text=We+bought+two+of+them+last+week.&stars=5',
      },
      {
        name: 'article',
        method: 'POST',
        path: '/articles',
        headers: FORM,
        body: new URLSearchParams({ title: 'Garden chairs', text: prose(40) }).toString(),
      },
    ],
  },
  {
    name: 'json',
    lines: [1, 5, 20].map((items) => ({
      name: `order of ${items}`,
      method: 'POST',
      path: '/api/orders',
      headers: JSON_BODY,
      body: order(items),
    })),
  },
  {
    name: 'upload',
    lines: [20_000, 200_000].map((bytes) => ({
      name: `upload of ${bytes}`,
      method: 'POST',
      path: '/pictures',
      headers: MULTIPART,
      body: upload(bytes),
    })),
  },
  {
    name: 'attack',
    lines: [
      get("/item?id=1'%20OR%20'1'='1"),
      get('/search?q=%3Cscript%3Ealert(1)%3C/script%3E'),
      get('/download?f=../../../../etc/passwd'),
      get('/ping?host=;cat%20/etc/passwd'),
    ],
  },
];
