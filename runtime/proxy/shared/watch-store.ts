/** Probes the store about once a second. While it does not answer, replicas decide alone. */
import { faultOf, type Link, type LinkFault } from './link.ts';
import type { Reply, ScriptCall, Store } from './store.ts';

export type WatchOptions = {
  readonly probe: () => ScriptCall;
  readonly probed: (reply: Reply) => void;
  /** Reports to the store what was decided without it, before the store is used again. */
  readonly recover: () => Promise<void>;
  readonly failed: (fault: LinkFault) => void;
};

export type Watch = {
  /** Resolves when the store answers, or after `patience` milliseconds. */
  readonly started: (patience: number) => Promise<void>;
  readonly stop: () => void;
};

const PROBE_MS = 1000;
const START_STEP_MS = 20;
/** Number of consecutive probes without a response after which the connection is replaced. */
const MOST_SILENT_PROBES = 5;

export function watchStore(store: Store, link: Link, options: WatchOptions): Watch {
  let silent = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const probe = async (): Promise<void> => {
    if (!store.isConnected()) return;
    const outcome = await link.call(options.probe(), 1);
    if (outcome.kind === 'Answered') {
      silent = 0;
      options.probed(outcome.reply);
      if (!link.isUp()) await options.recover();
      link.comeUp();
    } else {
      silent += 1;
      if (silent % MOST_SILENT_PROBES === 0) store.restart();
    }
  };
  const probeSafely = (): Promise<void> =>
    probe().catch((error: unknown) => options.failed(faultOf(error)));
  const schedule = (): void => {
    if (stopped) return;
    // The random pause spreads the probes of replicas that have lost the same server.
    const pause = PROBE_MS * (0.8 + Math.random() * 0.4);
    timer = setTimeout(() => void probeSafely().then(schedule), pause).unref();
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
