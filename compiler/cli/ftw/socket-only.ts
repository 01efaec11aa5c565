/**
 * Finds the stages that test the HTTP front end and therefore need a real connection
 * (docs/spec/ftw.md#stages-that-need-a-connection). The front end also determines the status of `status: 200` stages,
 * but their log expectations can be judged in process.
 */
import type { FtwStage } from './ftw-types.ts';

/** Returns why a stage cannot be judged in process, or undefined when it can. */
export function socketOnly({ input, output }: FtwStage): string | undefined {
  if (output.expectError) return 'expects no HTTP response';
  if (output.status && output.status !== 200)
    return `expects status ${output.status} from the HTTP front end`;
  // 920100-4: the front end decides about CONNECT (tunnel or no tunnel) before any rule runs.
  if (output.status && input.method === 'CONNECT') return 'expects a response to CONNECT';
  return undefined;
}
