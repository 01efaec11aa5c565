/**
 * Runs the primary process when WORKERS is above 0: it keeps the rate limit and the admin port, and supervises the
 * workers.
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { localRecords } from '../collections/local-records.ts';
import type { RecordService } from '../collections/record-service.ts';
import type { Operator } from '../logs/operator.ts';
import { renderMetrics } from '../metrics/metrics.ts';
import type { ProxySettings, SettingsRead } from '../settings/read-settings.ts';
import { openAdminPort } from './admin-port.ts';
import { adminLines, announce } from './announce.ts';
import { type ClientLimits, openClientLimits, reloadLists, takeAll } from './client-limits.ts';
import { createHandOver, type HandOver, type WorkerChannel } from './hand-over.ts';
import type { InspectionQueue } from './inspection-queue.ts';
import { publicAddress } from './listen.ts';
import { createListeningSocket } from './listening-socket.ts';
import type { ConnectionOf, ToPrimary, ToWorker } from './messages.ts';
import { queueOf } from './open-inspector.ts';
import { closePort, numberOf, problemsOf } from './opened-port.ts';
import { type Reloaded, type ReloadedPart, reloadedOf, reportProblems } from './reloaded.ts';
import type { Run } from './run-single.ts';
import { openSidePorts } from './side-ports.ts';
import { type WarnOnce, warnOnceBy } from './warn-once.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';
import { createWorkerPoll, type WorkerPoll } from './worker-poll.ts';
import { type Line, type PoolOptions, WorkerPool } from './worker-pool.ts';

const METRICS_MS = 1000;
const RELOAD_MS = 30_000;
/** Most milliseconds for handing the last connections to workers that are about to stop. */
const HAND_OVER_MS = 5000;
const HAND_OVER_STEP_MS = 5;
/** The length that tls.Server.setTicketKeys requires. */
const TICKET_KEY_BYTES = 48;
const NO_DESCRIPTOR =
  'WORKERS: a worker cannot open more files; connections that it cannot take are closed. Raise the limit of open files.';

type WorkerPolls = {
  /** Replies when the worker's metrics are in `workerMetrics`. */
  readonly metrics: WorkerPoll<void>;
  readonly reload: WorkerPoll<ReloadedPart>;
};

/** What the primary process knows of its workers. */
type WorkerState = {
  readonly calls: WorkerPolls;
  readonly handOver: HandOver;
  readonly workerMetrics: WorkerMetrics;
  readonly warnOnce: WarnOnce;
};

type Begun =
  | { readonly kind: 'Started'; readonly lines: readonly string[] }
  | { readonly kind: 'Failed'; readonly errors: readonly string[] };

/** Starts the workers. Resolves when all of them serve, or fails with the errors of the first that cannot. */
export async function runPrimary(read: SettingsRead, operator: Operator): Promise<Run> {
  const { settings } = read;
  const limits = await openClientLimits(settings, operator);
  const calls: WorkerPolls = {
    metrics: createWorkerPoll(METRICS_MS),
    reload: createWorkerPoll(RELOAD_MS),
  };
  const warnOnce = warnOnceBy(operator);
  const handOver = createHandOver(() => warnOnce('descriptors', NO_DESCRIPTOR));
  const workerMetrics = createWorkerMetrics();
  const offerOf = (of: ConnectionOf) => (socket: Socket) => handOver.offer({ socket, of });
  const listening = createListeningSocket(publicAddress(settings), offerOf('client'), true);
  const state = { calls, handOver, workerMetrics, warnOnce };
  const { pool, begun } = startPool(settings, operator, limits, state);
  let accepting = true;
  let ready = false;
  const admin = await openAdminPort(settings, {
    readiness: () => ({ workers: ready, accepting }),
    metrics: async () => {
      const requests = pool.lines.map((send) => (id: number) => send({ kind: 'Metrics', id }));
      await calls.metrics.collect(requests);
      return renderMetrics([...workerMetrics.all(), limits.snapshot()]);
    },
  });
  const first = await begun;
  // The pool is stopped before anything else, because it would replace the failed worker as soon as that ends.
  const stopped = first.kind === 'Failed' ? pool.stop(0) : undefined;
  const problem = await listening.open();
  const side = await openSidePorts(settings, offerOf('front'), true);
  const ofWorker = first.kind === 'Failed' ? first.errors : [];
  const own = [...limits.problems, ...ofWorker, problem ?? []].flat();
  const errors = [...own, ...problemsOf(admin), ...side.problems];
  if (first.kind === 'Failed' || errors.length > 0) {
    await listening.close();
    await (stopped ?? pool.stop(0));
    await limits.stop();
    await Promise.all([closePort(admin), side.close()]);
    return { kind: 'Failed', errors };
  }
  ready = true;
  const port = listening.port();
  const lines = [...first.lines, ...adminLines(settings, admin), ...side.lines];
  announce(operator, settings, lines, port);
  const reload = async (): Promise<Reloaded> => {
    const requests = pool.lines.map((send) => (id: number) => send({ kind: 'Reload', id }));
    const replies = await calls.reload.collect(requests);
    // Most problems occur in all workers.
    reportProblems(new Set(replies.flatMap(({ problems }) => problems)), operator);
    const missing = replies.length === requests.length ? [] : (['none'] as const);
    const parts = replies.map(({ reloaded }) => reloaded);
    return reloadedOf([...parts, ...missing, ...reloadLists(limits, operator)]);
  };
  const stop = async (): Promise<void> => {
    accepting = false;
    await setTimeout(settings.shutdownDelay);
    await Promise.all([listening.close(), side.close()]);
    await handedOver(handOver);
    await pool.stop(settings.shutdownTimeout);
    await limits.stop();
    await closePort(admin);
  };
  return {
    kind: 'Running',
    running: { port, adminPort: numberOf(admin), ...side.numbers, reload, stop },
  };
}

function startPool(
  settings: ProxySettings,
  operator: Operator,
  limits: ClientLimits,
  { calls, handOver, workerMetrics, warnOnce }: WorkerState,
): { readonly pool: WorkerPool; readonly begun: Promise<Begun> } {
  let begin: (begun: Begun) => void = () => {};
  const begun = new Promise<Begun>((resolve) => {
    begin = resolve;
  });
  const records = limits.shared?.records ?? localRecords();
  let starting = settings.workers;
  const keys = randomBytes(TICKET_KEY_BYTES).toString('base64');
  const queue = queueOf(settings);
  const onMessage: PoolOptions['onMessage'] = (message, worker, send) => {
    switch (message.kind) {
      case 'Started':
        send({ kind: 'TicketKeys', keys });
        handOver.join(worker, channelOver(send));
        starting -= 1;
        if (starting === 0) begin(message);
        return;
      case 'Failed':
        if (starting > 0) begin(message);
        else for (const error of message.errors) operator.warn(error);
        return;
      case 'Warning':
        warnOnce(message.trouble, message.line);
        return;
      case 'Accepted':
      case 'Replied':
        note(handOver, worker, message);
        return;
      case 'Leaving':
        handOver.retire(worker);
        return;
      case 'Take':
        takeAll(limits, message.clients, (waits) => send({ kind: 'Taken', id: message.id, waits }));
        return;
      case 'LoadRecords':
        void load(records, message).then(send);
        return;
      case 'ChangeRecord':
        records.change(message.change);
        return;
      case 'Inspect':
        enqueue(queue, message, worker, send);
        return;
      case 'Inspected':
        queue.leave(worker, message.id);
        return;
      case 'Metrics':
        workerMetrics.receive(worker, message.snapshot);
        calls.metrics.receive(message.id);
        return;
      case 'Reloaded':
        calls.reload.receive(message.id, message.part);
        return;
      default:
    }
  };
  const onLoss = (): void =>
    begin({ kind: 'Failed', errors: ['WORKERS: a worker ended before it accepted requests.'] });
  const { workers: size, workerStallTimeout: stallMs } = settings;
  const onEnd = (worker: number): void => {
    queue.lose(worker);
    handOver.lost(worker);
    workerMetrics.ended(worker);
  };
  return { pool: new WorkerPool({ size, stallMs, operator, onMessage, onEnd, onLoss }), begun };
}

function channelOver(send: Line): WorkerChannel {
  return {
    give: ({ socket, of }) => send({ kind: 'Connection', of }, socket),
    query: (serial) => send({ kind: 'Query', serial }),
  };
}

function note(
  { taken, replied }: HandOver,
  worker: number,
  message: Extract<ToPrimary, { readonly kind: 'Accepted' | 'Replied' }>,
): void {
  if (message.kind === 'Accepted') taken(worker);
  else replied(worker, message.serial);
}

async function load(
  records: RecordService,
  { id, requests, patience }: Extract<ToPrimary, { kind: 'LoadRecords' }>,
): Promise<ToWorker> {
  return { kind: 'LoadedRecords', id, records: await records.load(requests, patience) };
}

function enqueue(
  queue: InspectionQueue,
  message: Extract<ToPrimary, { readonly kind: 'Inspect' }>,
  worker: number,
  send: (message: ToWorker) => void,
): void {
  const { id } = message;
  queue.enqueue({
    ...message,
    worker,
    decide: (granted) => send({ kind: 'Inspect', id, granted }),
  });
}

/** Resolves when workers have confirmed every accepted connection, or after HAND_OVER_MS. */
async function handedOver({ waiting }: HandOver): Promise<void> {
  const end = performance.now() + HAND_OVER_MS;
  while (waiting() > 0 && performance.now() < end) await setTimeout(HAND_OVER_STEP_MS);
}
