/** Environment variables of HTTP/2 (docs/http2.md). */
import { setting } from './setting.ts';
import { boolean } from './setting-types.ts';

export const http2Settings = {
  http2: setting(
    'HTTP2',
    boolean,
    false,
    'Offers HTTP/2 besides HTTP/1.1 to clients that use TLS (by ALPN).',
  ),
  http2Cleartext: setting(
    'HTTP2_CLEARTEXT',
    boolean,
    false,
    'Accepts HTTP/2 without TLS from clients that start a connection with it (prior knowledge).',
  ),
} as const;
