/**
 * Which stages test the HTTP front end and so need a real connection
 * (docs/spec/ftw.md#stages-that-need-a-connection). The status of a `status: 200` stage is the front end's
 * too, but its log half is judged in process.
 */
import type { FtwStage } from './ftw-types.ts';

/** The reason why `stage` cannot be judged in process; undefined when it can. */
export function socketOnly({ input, output }: FtwStage): string | undefined {
  if (output.expectError) return 'wants no HTTP response at all';
  if (output.status && output.status !== 200)
    return `wants status ${output.status} of the front end`;
  // 920100-4: what CONNECT is answered with is decided before any rule (a tunnel, or none).
  if (output.status && input.method === 'CONNECT') return 'wants an answer to CONNECT';
  return undefined;
}
