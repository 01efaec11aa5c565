/** The worker processes. The pool keeps their number constant and replaces those that end or hang. */
import cluster, { type Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Operator } from '../logs/operator.ts';
import { readMessage, type ToPrimary, type ToWorker } from './messages.ts';

/** A worker that ends sooner after its start is replaced only after this many milliseconds. */
const RESPAWN_MS = 1000;
const CHECK_MS = 250;
/** Most milliseconds until a worker's first message, start included. */
const START_MS = 30_000;
/** Milliseconds after the workers' own shutdown limit before they are killed. */
const STOP_GRACE_MS = 2000;

/**
 * glibc gives each thread of V8 its own arena, which retains what compilations have freed. With two arenas a worker
 * takes about 10 MB less. The threshold is how many free bytes an arena may retain at its end: without a value glibc
 * raises it to megabytes as soon as one large buffer is freed, which takes another 9 MB. V8's young generation takes up to
 * 16 MB instead of 32, or 64 since Node 22, for the same processor time. The operator's own values take precedence.
 */
const WORKER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
  ...process.env,
};

type Member = {
  readonly worker: Worker;
  readonly bornAt: number;
  beatBy: number;
  isKilled: boolean;
};

/** Sends a message to a worker, optionally with a socket. */
export type Line = (message: ToWorker, socket?: Socket) => void;

export type PoolOptions = {
  readonly size: number;
  /** Milliseconds without any message after which a worker is killed. */
  readonly stallMs: number;
  readonly operator: Operator;
  /** Called for every message, with its worker and a function that replies. */
  readonly onMessage: (message: ToPrimary, worker: number, send: Line) => void;
  readonly onEnd: (worker: number) => void;
  /** Called when a worker has ended that was not stopped. */
  readonly onLoss: () => void;
};

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #members = new Map<number, Member>();
  readonly #watch: NodeJS.Timeout;
  #checkedAt = performance.now();
  #stopped: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let index = 0; index < options.size; index += 1) this.#spawn();
    this.#watch = setInterval(() => this.#check(), CHECK_MS);
  }

  /** One function per worker that sends it a message. */
  get lines(): readonly Line[] {
    return [...this.#members.values()].map(({ worker }) => lineTo(worker));
  }

  /** Makes the workers drain; kills those that are still running STOP_GRACE_MS after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void> {
    for (const send of this.lines) send({ kind: 'Stop' });
    const kill = setTimeout(() => this.#killAll(), timeoutMs + STOP_GRACE_MS);
    return new Promise((resolve) => {
      this.#stopped = () => {
        clearTimeout(kill);
        clearInterval(this.#watch);
        resolve();
      };
      if (this.#members.size === 0) this.#stopped();
    });
  }

  #spawn(): void {
    const worker = cluster.fork(WORKER_ENVIRONMENT);
    const now = performance.now();
    const member: Member = { worker, bornAt: now, beatBy: now + START_MS, isKilled: false };
    this.#members.set(worker.id, member);
    const send = lineTo(worker);
    worker.on('error', () => {});
    worker.on('message', (received: unknown) => {
      const message = readMessage<ToPrimary>(received);
      if (message === undefined) return;
      member.beatBy = performance.now() + this.#options.stallMs;
      this.#options.onMessage(message, worker.id, send);
    });
    worker.on('exit', (code, signal) => this.#ended(member, signal ?? `exit ${code}`));
  }

  #ended({ worker, bornAt }: Member, how: string): void {
    this.#members.delete(worker.id);
    this.#options.onEnd(worker.id);
    if (this.#stopped !== undefined) {
      if (this.#members.size === 0) this.#stopped();
      return;
    }
    this.#options.operator.warn(`worker ${worker.process.pid} ended (${how}), starting another`);
    this.#options.onLoss();
    const isQuick = performance.now() - bornAt < RESPAWN_MS;
    setTimeout(
      () => {
        if (this.#stopped === undefined) this.#spawn();
      },
      isQuick ? RESPAWN_MS : 0,
    );
  }

  /**
   * Kills workers that have sent nothing in time. A check that runs late means that this process was suspended, not
   * they.
   */
  #check(): void {
    const now = performance.now();
    const late = now - this.#checkedAt - CHECK_MS;
    this.#checkedAt = now;
    for (const member of this.#members.values()) {
      if (late > CHECK_MS) member.beatBy += late;
      // A process that waits for a disk ends long after its kill.
      if (member.isKilled || member.beatBy >= now) continue;
      member.isKilled = true;
      const { pid } = member.worker.process;
      this.#options.operator.warn(`worker ${pid} does not answer, killing it`);
      member.worker.process.kill('SIGKILL');
    }
  }

  #killAll(): void {
    for (const { worker } of this.#members.values()) worker.process.kill('SIGKILL');
  }
}

/**
 * Returns a function that sends messages to the worker. Messages to a worker that has ended are dropped; `exit`
 * reports its end.
 */
function lineTo(worker: Worker): Line {
  return (message, socket) => {
    // This process keeps the socket open until the worker confirms that it has received it.
    if (worker.isConnected()) worker.send(message, socket, { keepOpen: true }, () => {});
  };
}
