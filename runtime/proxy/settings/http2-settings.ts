/** Environment variables of HTTP/2 (docs/http2.md). */
import { setting } from './setting.ts';
import { boolean } from './setting-types.ts';

export const http2Settings = {
  http2: setting(
    'HTTP2',
    boolean,
    false,
    'Offers HTTP/2 beside HTTP/1.1 to clients over TLS (ALPN).',
  ),
  http2Cleartext: setting(
    'HTTP2_CLEARTEXT',
    boolean,
    false,
    'Speaks HTTP/2 without TLS with clients that begin with it (prior knowledge).',
  ),
} as const;
