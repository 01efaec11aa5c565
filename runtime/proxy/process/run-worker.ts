/** A worker process: serves, asks the primary for tokens, and shows that it is alive. */
import type { SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { readMessage, sendToPrimary, type ToWorker } from './messages.ts';
import type { Operator } from './operator.ts';
import { remoteLimiter } from './remote-limiter.ts';
import { remoteQueue } from './remote-queue.ts';
import { type RunningProxy, startProxy } from './start-proxy.ts';

/** Twice in the shortest stall time-out that makes sense. */
const BEAT_MS = 250;

export async function runWorker(
  read: SettingsRead,
  bundled: BundledProfiles,
  operator: Operator,
  name: string,
): Promise<void> {
  const limiter = remoteLimiter(sendToPrimary);
  const takeToken = read.settings.rateLimit === 0 ? (): number => 0 : limiter.take;
  const queue = remoteQueue(sendToPrimary);
  const { largeBodies } = queue;
  const started = startProxy(read, bundled, { operator, takeToken, largeBodies, worker: name });
  process.on('message', (received: unknown) => {
    const message = readMessage<ToWorker>(received);
    if (message?.kind === 'Taken') limiter.taken(message.id, message.waits);
    if (message?.kind === 'Inspect') queue.begin();
  });
  const start = await started;
  if (start.kind === 'Failed') {
    sendToPrimary({ kind: 'Failed', errors: start.errors });
    process.disconnect();
    return;
  }
  const { proxy } = start;
  process.on('message', (received: unknown) => obey(readMessage<ToWorker>(received), proxy));
  process.on('disconnect', () => end(proxy));
  process.on('SIGTERM', () => end(proxy));
  process.on('uncaughtException', (error) => {
    operator.warn(`uncaught: ${error.stack ?? error.message}`);
    end(proxy);
  });
  // The primary decides about the rest of a process group's signals.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  setInterval(() => sendToPrimary({ kind: 'Beat' }), BEAT_MS);
  sendToPrimary({ kind: 'Started', port: proxy.port, lines: proxy.lines });
}

function obey(message: ToWorker | undefined, proxy: RunningProxy): void {
  switch (message?.kind) {
    case 'Metrics':
      sendToPrimary({ kind: 'Metrics', id: message.id, snapshot: proxy.snapshot() });
      return;
    case 'Reload':
      proxy.reload().then(
        (reloaded) => sendToPrimary({ kind: 'Reloaded', id: message.id, reloaded }),
        () => sendToPrimary({ kind: 'Reloaded', id: message.id, reloaded: 'none' }),
      );
      return;
    case 'Stop':
      end(proxy);
      return;
    default:
  }
}

function end(proxy: RunningProxy): void {
  proxy.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
