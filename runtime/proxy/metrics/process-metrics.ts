/** Measures the process itself (memory, event loop, descriptors) when metrics are read. */
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const NANO = 1e9;

/**
 * Starts to watch the event loop. The returned function sets the current values. `worker`: the label of this
 * process.
 */
export function processMetrics(metrics: Metrics, worker: string): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const labels = { worker };
  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    metrics.set('process_resident_memory_bytes', labels, rss);
    metrics.set('process_cpu_seconds_total', labels, (user + system) / 1e6);
    metrics.set('nodejs_heap_size_used_bytes', labels, heapUsed);
    const open = openFiles();
    if (open !== undefined) metrics.set('process_open_fds', labels, open);
    metrics.set('nodejs_eventloop_lag_p99_seconds', labels, delay.percentile(99) / NANO);
    metrics.set('nodejs_eventloop_lag_max_seconds', labels, delay.max / NANO);
    delay.reset();
  };
}

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
