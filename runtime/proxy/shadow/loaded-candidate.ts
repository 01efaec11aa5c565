/** Keeps a candidate loaded: another one takes over between two batches, and one whose thread has ended starts again. */
import type { Candidate } from './candidate.ts';
import type { DropReason } from './trial-report.ts';

/** Milliseconds until a candidate whose thread has ended is started again. */
const RESTART_MS = 1000;

export type CandidateModule = { readonly sha256: string; readonly bytes: Uint8Array };

export type Loaded = {
  readonly module: CandidateModule;
  readonly candidate: Candidate;
  /** The profile whose requests it judges; undefined for those of every profile. */
  readonly profile: string | undefined;
  /** Counts calls of `load`; a candidate that starts again keeps its number. */
  readonly order: number;
};

export type LoadedCandidate = {
  /** Undefined until the first one is loaded, and while one starts again. */
  readonly current: () => Loaded | undefined;
  /** Starts another candidate. The current one remains when that cannot be loaded. */
  readonly load: (module: CandidateModule) => void;
  /** Called after every batch. */
  readonly change: () => void;
  /** Loads nothing more. */
  readonly close: () => void;
  /** Ends the threads. */
  readonly end: () => Promise<unknown>;
};

export type LoadedCandidateOptions = {
  readonly startCandidate: (module: CandidateModule) => Candidate;
  /** Returns the names under which the profiles in force were compiled. */
  readonly profiles: () => readonly string[];
  /** Called when a module cannot be loaded. */
  readonly loadFailed: (module: CandidateModule, error: unknown) => void;
  readonly isJudging: () => boolean;
  /** Called before another one takes over; `drop`: why waiting requests are not for it, if they are not. */
  readonly leaving: (loaded: Loaded, drop: DropReason | undefined) => void;
};

export function createLoadedCandidate(options: LoadedCandidateOptions): LoadedCandidate {
  const { startCandidate, profiles, loadFailed, isJudging, leaving } = options;
  let current: Loaded | undefined;
  let next: Loaded | undefined;
  let isClosing = false;
  let loads = 0;
  let newest = 0;
  const takeOver = (loaded: Loaded): void => {
    if (current !== undefined) {
      leaving(current, current.profile === loaded.profile ? undefined : 'queue');
      void current.candidate.end();
    }
    current = loaded;
    next = undefined;
  };
  const startModule = (module: CandidateModule, order: number): void => {
    const candidate = startCandidate(module);
    candidate.ready.then(
      (name) => {
        if (isClosing || order < newest) {
          void candidate.end();
          return;
        }
        newest = order;
        void next?.candidate.end();
        const profile = profiles().includes(name) ? name : undefined;
        next = { module, candidate, profile, order };
        if (!isJudging()) takeOver(next);
      },
      (error: unknown) => {
        if (!isClosing) loadFailed(module, error);
      },
    );
  };
  const restart = (ended: Loaded): void => {
    leaving(ended, 'fault');
    current = undefined;
    setTimeout(() => {
      if (!isClosing && current === undefined) startModule(ended.module, ended.order);
    }, RESTART_MS).unref();
  };
  return {
    current: () => current,
    load: (module) => {
      loads += 1;
      startModule(module, loads);
    },
    change: () => {
      if (next !== undefined) takeOver(next);
      else if (current !== undefined && !current.candidate.isAlive()) restart(current);
    },
    close: () => {
      isClosing = true;
    },
    end: () => Promise.all([current?.candidate.end(), next?.candidate.end()]),
  };
}
