/** A worker's side of the inspection queue, which the primary keeps for all workers. */
import type { AcquirePermit } from '../threads/body-inspector.ts';
import type { ToPrimary } from './messages.ts';
import { clientOf } from './open-inspector.ts';

export type RemotePermits = {
  readonly acquirePermit: AcquirePermit;
  /** Receives the decision of the primary. */
  readonly decided: (id: number, granted: boolean) => void;
};

export function remotePermits(send: (message: ToPrimary) => void): RemotePermits {
  const waiting = new Map<number, (granted: boolean) => void>();
  let nextId = 0;
  return {
    acquirePermit: (address, bytes) => {
      nextId += 1;
      const id = nextId;
      const granted = new Promise<boolean>((resolve) => waiting.set(id, resolve));
      send({ kind: 'Inspect', id, client: clientOf(address), bytes });
      const leave = (): void => {
        waiting.delete(id);
        send({ kind: 'Inspected', id });
      };
      return { granted, leave };
    },
    decided: (id, granted) => waiting.get(id)?.(granted),
  };
}
