/** Runs the thread that exports spans, one batch after the other. */
import { constants, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { createExporter } from './exporter.ts';
import type { ExporterStart, ToExporter } from './messages.ts';

/** Runs until the other end closes the port. */
export function runExporterThread(start: ExporterStart, port: MessagePort): void {
  // On Linux a thread has its own priority. The lower one lets threads that serve requests run first.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const exporter = createExporter(start);
  port.on('message', (message: ToExporter) => {
    if (message.kind === 'Add') exporter.add(message.batch, message.groups);
    else void exporter.send(message.batch).then((sent) => port.postMessage(sent));
  });
}
