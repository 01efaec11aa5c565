/** Environment variables of the inspection of large bodies. */
import { availableParallelism } from 'node:os';
import { setting } from './setting.ts';
import { integer, SPAN, seconds } from './setting-types.ts';

export const inspectionSettings = {
  inspectionThreads: setting(
    'INSPECTION_THREADS',
    integer(1, 64),
    Math.max(2, availableParallelism() - 1),
    'Large request bodies that are inspected at a time, each in a thread of its own, over all workers; one client has at most all but one.',
    { shown: 'one less than cores, at least 2' },
  ),
  inspectionThreadBytes: setting(
    'INSPECTION_THREAD_BYTES',
    integer(0, 1e15),
    65_536,
    'Request bodies of more bytes are inspected in threads.',
  ),
  inspectionThreadMemory: setting(
    'INSPECTION_THREAD_MEMORY',
    integer(33_554_432, 1e12),
    536_870_912,
    'Bytes of the heap of a thread; an inspection that needs more is ended with 503.',
  ),
  inspectionTimeout: setting(
    'INSPECTION_TIMEOUT',
    SPAN,
    30_000,
    'Time that an inspection in a thread may take; 503 beyond.',
    { shown: '`30`' },
  ),
  inspectionQueue: setting(
    'INSPECTION_QUEUE',
    integer(1, 1_000_000),
    128,
    'Bodies that wait for a thread, over all workers; 503 above. Half of them may be of one client.',
  ),
  inspectionQueueBytes: setting(
    'INSPECTION_QUEUE_BYTES',
    integer(0, 1e15),
    1_073_741_824,
    'Bytes of these bodies.',
  ),
  inspectionQueueTimeout: setting(
    'INSPECTION_QUEUE_TIMEOUT',
    SPAN,
    120_000,
    'Time that a body may wait for a thread; 503 beyond.',
    { shown: '`120`' },
  ),
  warmUpTime: setting(
    'WARM_UP_TIME',
    seconds(0, 60),
    800,
    "Processor time for which requests of the proxy's own warm up new rules, and all that serves, before clients' do, at a start and a reload; 0: none.",
    { shown: '`0.8`' },
  ),
} as const;
