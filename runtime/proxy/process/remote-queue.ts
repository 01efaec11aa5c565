/** A worker's side of the inspection queue: inspects large bodies one at a time, each when the primary allows it. */
import { createOneAtATime, type OneAtATime } from '../body/one-at-a-time.ts';
import type { ToPrimary } from './messages.ts';

export type RemoteQueue = {
  readonly largeBodies: OneAtATime;
  /** Receives the primary's permission to inspect. */
  readonly begin: () => void;
};

export function remoteQueue(send: (message: ToPrimary) => void): RemoteQueue {
  const oneAtATime = createOneAtATime();
  let begin = (): void => {};
  return {
    begin: () => begin(),
    largeBodies: (work) =>
      oneAtATime(async () => {
        await new Promise<void>((resolve) => {
          begin = resolve;
          send({ kind: 'Inspect' });
        });
        return work().finally(() => send({ kind: 'Inspected' }));
      }),
  };
}
