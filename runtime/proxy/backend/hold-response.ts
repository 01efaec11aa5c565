/** Reads a backend's answer, or its beginning, for inspection. */
import type { IncomingMessage } from 'node:http';

export type Held =
  | { readonly kind: 'complete'; readonly chunks: readonly Buffer[] }
  /** The answer is longer: these are its first bytes, at least `limit` of them; the rest is paused. */
  | { readonly kind: 'beginning'; readonly chunks: readonly Buffer[] }
  /** The backend broke off. */
  | { readonly kind: 'broken' };

/** `limit`: bytes. */
export function holdAnswer(answer: IncomingMessage, limit: number): Promise<Held> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      answer.pause();
      answer.off('data', keep);
      resolve({ kind: 'beginning', chunks });
    };
    answer.on('data', keep);
    answer.once('end', () => resolve({ kind: 'complete', chunks }));
    answer.once('error', () => resolve({ kind: 'broken' }));
    answer.once('close', () => resolve({ kind: 'broken' }));
    if (answer.errored !== null) resolve({ kind: 'broken' });
  });
}
