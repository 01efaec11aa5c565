/** Reads a backend's answer, or its beginning, for inspection. */
import type { IncomingMessage } from 'node:http';

export type Held =
  | { readonly kind: 'complete'; readonly chunks: readonly Buffer[] }
  /** The answer is longer: these are its first bytes, at least `limit` of them; the rest is paused. */
  | { readonly kind: 'beginning'; readonly chunks: readonly Buffer[] }
  /** The backend broke off. */
  | { readonly kind: 'broken' };

/** `limit`: bytes. */
export function holdResponse(backendResponse: IncomingMessage, limit: number): Promise<Held> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      backendResponse.pause();
      backendResponse.off('data', collect);
      resolve({ kind: 'beginning', chunks });
    };
    backendResponse.on('data', collect);
    backendResponse.once('end', () => resolve({ kind: 'complete', chunks }));
    backendResponse.once('error', () => resolve({ kind: 'broken' }));
    backendResponse.once('close', () => resolve({ kind: 'broken' }));
    if (backendResponse.errored !== null) resolve({ kind: 'broken' });
  });
}
