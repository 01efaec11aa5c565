/** The options that all certificates share: versions and ciphers. */
import type { SecureContextOptions } from 'node:tls';
import type { ProxySettings } from '../settings/read-settings.ts';

/**
 * Ciphers with forward secrecy and authenticated encryption, as in Mozilla's intermediate configuration
 * (server-side TLS 5.7). The first three are those of TLS 1.3.
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

export function contextOptions({ tlsMinVersion }: ProxySettings): SecureContextOptions {
  return { minVersion: `TLSv${tlsMinVersion}`, ciphers: CIPHERS };
}
