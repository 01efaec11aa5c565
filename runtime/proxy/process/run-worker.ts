/** Runs a worker process: it serves, requests tokens from the primary, and sends it a heartbeat. */
import { Socket } from 'node:net';
import { hasBans } from '../bans/client-bans.ts';
import type { TakeToken } from '../exchange/gateway.ts';
import type { Operator } from '../logs/operator.ts';
import type { ProxySettings, SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { readMessage, sendToPrimary, type ToWorker } from './messages.ts';
import type { ReloadedPart } from './reloaded.ts';
import { remoteLimiter } from './remote-limiter.ts';
import { remotePermits } from './remote-permits.ts';
import { remoteRecords } from './remote-records.ts';
import { type ProxyStart, type RunningProxy, startProxy } from './start-proxy.ts';
import type { WarnOnce } from './warn-once.ts';

/** Half of the shortest useful stall time-out, in milliseconds. */
const BEAT_MS = 250;

const NOT_RELOADED: ReloadedPart = { reloaded: 'none', problems: [] };

export async function runWorker(
  read: SettingsRead,
  bundled: BundledProfiles,
  operator: Operator,
  name: string,
  program: string | undefined,
): Promise<void> {
  const limiter = remoteLimiter(sendToPrimary);
  const unlimited = isUnlimited(read.settings);
  const takeToken: TakeToken = (address, limit) =>
    unlimited && limit === undefined ? 0 : limiter.take(address, limit);
  const permits = remotePermits(sendToPrimary);
  const { acquirePermit } = permits;
  const inspection = program === undefined ? undefined : { program, acquirePermit };
  const records = remoteRecords(sendToPrimary);
  const warnOnce: WarnOnce = (trouble, line) => sendToPrimary({ kind: 'Warning', trouble, line });
  const host = { operator, takeToken, records, inspection, warnOnce, worker: name };
  const started = startProxy(read, bundled, host);
  process.on('message', (received: unknown, socket: unknown) => {
    const message = readMessage<ToWorker>(received);
    if (message?.kind === 'Taken') limiter.taken(message.id, message.waits);
    else if (message?.kind === 'LoadedRecords') records.loaded(message.id, message.records);
    else if (message?.kind === 'Inspect') permits.decided(message.id, message.granted);
    else if (message !== undefined) void obeyOnceStarted(started, message, socket);
  });
  const start = await started;
  if (start.kind === 'Failed') {
    sendToPrimary({ kind: 'Failed', errors: start.errors });
    process.disconnect();
    return;
  }
  const { proxy } = start;
  process.on('uncaughtException', (error) => {
    operator.warn(`uncaught: ${error.stack ?? error.message}`);
    sendToPrimary({ kind: 'Leaving' });
    end(proxy);
  });
  // The primary handles the signals of the process group and sends Stop.
  process.on('SIGTERM', () => {});
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGUSR1', () => {});
  setInterval(() => sendToPrimary({ kind: 'Beat' }), BEAT_MS);
  sendToPrimary({ kind: 'Started', lines: proxy.lines });
}

/** Returns true when no client is limited or banned, so that the primary need not be queried. */
function isUnlimited(settings: ProxySettings): boolean {
  return settings.rateLimit === 0 && !hasBans(settings);
}

/**
 * Waits for the start before it handles a message. A reload signal may be newer than the files that the start has
 * read.
 */
async function obeyOnceStarted(
  started: Promise<ProxyStart>,
  message: ToWorker,
  socket: unknown,
): Promise<void> {
  const start = await started;
  if (start.kind === 'Started') obey(message, start.proxy, socket);
}

function obey(message: ToWorker, proxy: RunningProxy, socket: unknown): void {
  switch (message.kind) {
    case 'Connection':
      // The socket is missing when the client disconnected before the message arrived.
      if (socket instanceof Socket)
        (message.of === 'front' ? proxy.acceptFront : proxy.accept)(socket);
      sendToPrimary({ kind: 'Accepted' });
      return;
    case 'Query':
      sendToPrimary({ kind: 'Replied', serial: message.serial });
      return;
    case 'TicketKeys':
      proxy.setTicketKeys(Buffer.from(message.keys, 'base64'));
      return;
    case 'Metrics':
      sendToPrimary({ kind: 'Metrics', id: message.id, snapshot: proxy.snapshot() });
      return;
    case 'Reload':
      proxy.reload().then(
        (part) => sendToPrimary({ kind: 'Reloaded', id: message.id, part }),
        () => sendToPrimary({ kind: 'Reloaded', id: message.id, part: NOT_RELOADED }),
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
