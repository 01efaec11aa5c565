/** Sets up the threads that inspect large bodies. */
import { addressKey } from '../http/ip-address.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import {
  type AcquirePermit,
  type BodyInspector,
  createBodyInspector,
} from '../threads/body-inspector.ts';
import { startThread } from '../threads/inspection-thread.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import { createInspectionQueue, type InspectionQueue } from './inspection-queue.ts';

export type InspectionHost = {
  /** The program's file, which the threads run. */
  readonly program: string;
  readonly acquirePermit: AcquirePermit;
};

export function openInspector(
  settings: ProxySettings,
  host: InspectionHost | undefined,
  metrics: Metrics,
): BodyInspector | undefined {
  if (host === undefined) return undefined;
  const options = {
    program: host.program,
    stepLimit: settings.engineStepLimit,
    memory: settings.inspectionThreadMemory,
    timeout: settings.inspectionTimeout,
  };
  const duration = metrics.histogram('waf_inspection_duration_seconds', {});
  return createBodyInspector({
    threshold: settings.inspectionThreadBytes,
    timeout: settings.inspectionQueueTimeout,
    acquirePermit: host.acquirePermit,
    pool: createThreadPool(settings.inspectionThreads, (sources) => startThread(sources, options)),
    observe: duration,
    refused: (reason) => metrics.add('waf_inspection_refused_total', { reason }),
  });
}

export function queueOf(settings: ProxySettings): InspectionQueue {
  return createInspectionQueue({
    most: settings.inspectionThreads,
    waiting: settings.inspectionQueue,
    waitingBytes: settings.inspectionQueueBytes,
  });
}

/** Grants permits in a process without workers. */
export function localPermits(queue: InspectionQueue): AcquirePermit {
  let nextId = 0;
  return (address, bytes) => {
    nextId += 1;
    const id = nextId;
    const granted = new Promise<boolean>((decide) => {
      queue.enqueue({ worker: 0, id, client: clientOf(address), bytes, decide });
    });
    return { granted, leave: () => queue.leave(0, id) };
  };
}

/** Identifies the client of an address. All addresses of a /64 network belong to one client. */
export function clientOf(address: string): string {
  const { high, low } = addressKey(address);
  return `${high}:${low}`;
}
