/** The client's address on the fetch platforms. */

/**
 * Returns the client's address; undefined: unknown. Deno passes the peer as second argument, Bun its server; Workers
 * sets a header that clients cannot write.
 */
export function platformAddress(request: Request, rest: readonly unknown[]): string | undefined {
  const [second] = rest;
  if (isRecord(second)) {
    const { remoteAddr, requestIP } = second;
    if (isRecord(remoteAddr)) return textOf(remoteAddr['hostname']);
    if (typeof requestIP === 'function') {
      const found: unknown = Reflect.apply(requestIP, second, [request]);
      return isRecord(found) ? textOf(found['address']) : undefined;
    }
  }
  const platform: object = globalThis;
  const isWorkers =
    'navigator' in platform &&
    isRecord(platform.navigator) &&
    platform.navigator['userAgent'] === 'Cloudflare-Workers';
  return isWorkers ? (request.headers.get('cf-connecting-ip') ?? undefined) : undefined;
}

/** Returns the peer's address of a Node request; IPv4-mapped addresses are returned as IPv4. */
export function socketAddress(incoming: unknown): string | undefined {
  if (!isRecord(incoming) || !isRecord(incoming['socket'])) return undefined;
  return textOf(incoming['socket']['remoteAddress'])?.replace(/^::ffff:(?=[0-9]+\.)/i, '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
