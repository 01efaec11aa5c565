/** Reads a backend's answer, or its beginning, for inspection. */
import type { IncomingMessage } from 'node:http';

export type Held =
  | { readonly kind: 'Complete'; readonly chunks: readonly Buffer[] }
  /** The answer is longer: these are its first bytes, at least `limit` of them; the rest is paused. */
  | { readonly kind: 'Beginning'; readonly chunks: readonly Buffer[] }
  /** The backend broke off. */
  | { readonly kind: 'Broken' };

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
      resolve({ kind: 'Beginning', chunks });
    };
    backendResponse.on('data', collect);
    backendResponse.once('end', () => resolve({ kind: 'Complete', chunks }));
    backendResponse.once('error', () => resolve({ kind: 'Broken' }));
    backendResponse.once('close', () => resolve({ kind: 'Broken' }));
    if (backendResponse.errored !== null) resolve({ kind: 'Broken' });
  });
}
