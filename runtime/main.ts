/** What dist/proxy.js runs, as a process and in its threads: environment variables decide everything. */
import './require-node.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { bundledProfiles } from '#proxy/bundled-profiles.ts';
import { isShadowStart } from '#proxy/shadow/messages.ts';
import { runShadowThread } from '#proxy/shadow/run-shadow-thread.ts';
import { runThread } from '#proxy/threads/run-thread.ts';
import { type ExporterStart, isExporterStart } from '#proxy/tracing/messages.ts';

// The bundle is CommonJS, which has no top-level await. A thread has no use for what serves.
if (parentPort === null) {
  void import('#proxy/process/main.ts').then(({ main }) =>
    main(process.env, bundledProfiles, __filename),
  );
} else if (isShadowStart(workerData)) runShadowThread(workerData, parentPort);
else if (isExporterStart(workerData)) void exportSpans(workerData, parentPort);
else void runThread(workerData, bundledProfiles, parentPort);

async function exportSpans(start: ExporterStart, port: MessagePort): Promise<void> {
  const { runExporterThread } = await import('#proxy/tracing/run-exporter-thread.ts');
  runExporterThread(start, port);
}
