/** Environment variables of the inspection of large bodies. */
import { availableParallelism } from 'node:os';
import { setting } from './setting.ts';
import { integer, SPAN, seconds } from './setting-types.ts';

export const inspectionSettings = {
  inspectionThreads: setting(
    'INSPECTION_THREADS',
    integer(1, 64),
    Math.max(2, availableParallelism() - 1),
    'Maximum number of large request bodies that are inspected at a time, each in its own thread, over all workers. One client may use all threads but one.',
    { shown: 'one less than cores, at least 2' },
  ),
  inspectionThreadBytes: setting(
    'INSPECTION_THREAD_BYTES',
    integer(0, 1e15),
    65_536,
    'Size in bytes above which a request body is inspected in a thread; uploaded files in multipart bodies of up to 1.5 MiB do not count, unless rules read their content.',
  ),
  inspectionThreadMemory: setting(
    'INSPECTION_THREAD_MEMORY',
    integer(33_554_432, 1e12),
    536_870_912,
    'Maximum heap of each inspection thread, in bytes; an inspection that needs more ends with 503.',
  ),
  inspectionTimeout: setting(
    'INSPECTION_TIMEOUT',
    SPAN,
    30_000,
    'Seconds that an inspection in a thread may take; after that the response is 503.',
  ),
  inspectionQueue: setting(
    'INSPECTION_QUEUE',
    integer(1, 1_000_000),
    128,
    'Maximum number of request bodies that may wait for an inspection thread, over all workers; above the limit the response is 503. Half of them may come from one client.',
  ),
  inspectionQueueBytes: setting(
    'INSPECTION_QUEUE_BYTES',
    integer(0, 1e15),
    1_073_741_824,
    'Maximum total size in bytes of the request bodies that wait for an inspection thread, over all workers; above the limit the response is 503.',
  ),
  inspectionQueueTimeout: setting(
    'INSPECTION_QUEUE_TIMEOUT',
    SPAN,
    120_000,
    'Seconds that a request body may wait for an inspection thread; after that the response is 503.',
  ),
  warmUpTime: setting(
    'WARM_UP_TIME',
    seconds(0, 60),
    1200,
    'CPU seconds that the warm-up at a start or a reload may use. The proxy sends itself requests, so that new rules and its own code are warm before clients use them. From five seconds later on, it also inspects ten short requests a second of words that rules look for, 400 in all, so that the first attack takes no longer than others. 0 means no warm-up.',
  ),
} as const;
