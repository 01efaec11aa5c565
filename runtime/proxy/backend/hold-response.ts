/** Reads a backend's response body, or its beginning, for inspection. */
import type { IncomingMessage } from 'node:http';

export type Held =
  | { readonly kind: 'Complete'; readonly chunks: readonly Buffer[] }
  /** The body is longer: `chunks` holds at least its first `limit` bytes; the rest is paused. */
  | { readonly kind: 'Beginning'; readonly chunks: readonly Buffer[] }
  /** The backend aborted the response. */
  | { readonly kind: 'Broken' };

/** Collects the body until it ends or exceeds `limit` bytes. */
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
      resolve({ kind: 'Beginning', chunks });
    };
    backendResponse.on('data', collect);
    backendResponse.once('end', () => resolve({ kind: 'Complete', chunks }));
    backendResponse.once('error', () => resolve({ kind: 'Broken' }));
    backendResponse.once('close', () => resolve({ kind: 'Broken' }));
    if (backendResponse.destroyed) resolve({ kind: 'Broken' });
  });
}
