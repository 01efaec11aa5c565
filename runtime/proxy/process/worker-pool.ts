/** The worker processes: as many as there should be, each alive, or replaced. */
import cluster, { type Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Operator } from '../logs/operator.ts';
import { readMessage, type ToPrimary, type ToWorker } from './messages.ts';

/** A worker that ends sooner is replaced only after this time, in milliseconds. */
const RESPAWN_MS = 1000;
const CHECK_MS = 250;
/** Time a worker has for its first message, start included. */
const START_MS = 30_000;
/** How long after the workers' own limit they are killed at the end. */
const STOP_GRACE_MS = 2000;

/**
 * glibc gives each of V8's threads a heap of its own, which keeps what compilations have left. With two heaps for all
 * threads a worker takes some 10 MB less, and as much processor time. What the operator has set counts.
 */
const WORKER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', ...process.env };

type Member = { readonly worker: Worker; readonly bornAt: number; beatBy: number };

/** Sends a message to a worker, with a socket when there is one to take. */
export type Line = (message: ToWorker, socket?: Socket) => void;

export type PoolOptions = {
  readonly size: number;
  /** Milliseconds without a sign of life after which a worker is killed. */
  readonly stallMs: number;
  readonly operator: Operator;
  /** Every message, with its worker and a way to answer. */
  readonly onMessage: (message: ToPrimary, worker: number, send: Line) => void;
  readonly onEnd: (worker: number) => void;
  /** A worker has ended that was not stopped. */
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

  /** Sends something to each worker. */
  get lines(): readonly Line[] {
    return [...this.#members.values()].map(({ worker }) => lineTo(worker));
  }

  /** Has the workers drain; kills those that are not done some time after `timeoutMs`. */
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
    const member: Member = { worker, bornAt: now, beatBy: now + START_MS };
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

  /** A check that comes late means that this process was stopped, not that the workers were. */
  #check(): void {
    const now = performance.now();
    const late = now - this.#checkedAt - CHECK_MS;
    this.#checkedAt = now;
    for (const member of this.#members.values()) {
      if (late > CHECK_MS) member.beatBy += late;
      if (member.beatBy >= now) continue;
      const { pid } = member.worker.process;
      this.#options.operator.warn(`worker ${pid} does not answer, killing it`);
      member.worker.process.kill('SIGKILL');
    }
  }

  #killAll(): void {
    for (const { worker } of this.#members.values()) worker.process.kill('SIGKILL');
  }
}

/** A worker that is gone hears nothing, which is all right: its end is noticed elsewhere. */
function lineTo(worker: Worker): Line {
  return (message, socket) => {
    // This process keeps its own hold of the socket until the worker reports that it has it.
    if (worker.isConnected()) worker.send(message, socket, { keepOpen: true }, () => {});
  };
}
