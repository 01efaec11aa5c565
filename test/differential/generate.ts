/** Generated exchanges: requests of all kinds, and answers that give things away. */
import fc, { type Arbitrary } from 'fast-check';
import type { Header } from '#engine/host/compiled-waf.ts';
import type { HttpResponse } from '../helpers/http-block.ts';
import { PAGES } from './fragments.ts';
import { requests } from './generate-request.ts';
import { words } from './generate-text.ts';
import type { Exchange } from './observe.ts';

const responses: Arbitrary<HttpResponse> = fc
  .record({
    status: fc.constantFrom(200, 200, 200, 302, 404, 500, 503),
    type: fc.constantFrom('text/html', 'text/html; charset=utf-8', 'application/json', 'image/png'),
    encoding: fc.constantFrom<readonly Header[]>([], [], [], [['Content-Encoding', 'gzip']]),
    page: fc.array(fc.oneof(fc.constantFrom(...PAGES), words), { maxLength: 4 }),
  })
  .map(({ status, type, encoding, page }) => ({
    head: { status, protocol: 'HTTP/1.1', headers: [['Content-Type', type], ...encoding] },
    body: page.join('\n'),
  }));

export const exchanges: Arbitrary<Exchange> = fc.record({
  request: requests,
  response: responses,
  mode: fc.constantFrom('On', 'DetectionOnly'),
});
