/** Probes the store about once a second. While it does not answer, replicas decide alone. */
import { failureOf, type Link, type LinkFailure } from './link.ts';
import type { Reply, ScriptCall, Store } from './store.ts';

export type WatchOptions = {
  readonly probe: () => ScriptCall;
  readonly probed: (reply: Reply) => void;
  /**
   * Reports to the store what was decided without it, before the store is used again. Rejects when the store does not
   * answer.
   */
  readonly recover: () => Promise<void>;
  readonly failed: (failure: LinkFailure) => void;
};

export type Watch = {
  /** Resolves when the store answers, or after `patience` milliseconds. */
  readonly started: (patience: number) => Promise<void>;
  readonly stop: () => void;
};

const PROBE_MS = 1000;
const START_STEP_MS = 20;
/**
 * Number of consecutive probes without a response after which the connection is replaced. Clients of Sentinels and
 * clusters give up when their first attempt to connect fails.
 */
const MOST_SILENT_PROBES = 5;

export function watchStore(store: Store, link: Link, options: WatchOptions): Watch {
  let silent = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const probe = async (): Promise<boolean> => {
    if (!store.isConnected()) return false;
    const outcome = await link.call(options.probe(), 1);
    if (outcome.kind !== 'Answered') return false;
    options.probed(outcome.reply);
    if (!link.isUp()) await options.recover();
    link.comeUp();
    return true;
  };
  /** Resolves to true when the store is in use. */
  const probeSafely = (): Promise<boolean> =>
    probe().catch((error: unknown) => {
      options.failed(failureOf(error));
      return false;
    });
  const probed = (answered: boolean): void => {
    silent = answered ? 0 : silent + 1;
    if (silent < MOST_SILENT_PROBES || stopped) return;
    silent = 0;
    store.restart();
  };
  const schedule = (): void => {
    if (stopped) return;
    // The random pause spreads the probes of replicas that have lost the same server.
    const pause = PROBE_MS * (0.8 + Math.random() * 0.4);
    timer = setTimeout(() => void probeSafely().then(probed).then(schedule), pause).unref();
  };
  return {
    started: async (patience) => {
      const end = performance.now() + patience;
      do {
        await probeSafely();
        if (!link.isUp()) await new Promise((resolve) => setTimeout(resolve, START_STEP_MS));
      } while (!link.isUp() && performance.now() < end);
      schedule();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
