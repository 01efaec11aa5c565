/** Records what happened to each request: its response, and how often it was forwarded and logged. */
import { readFileSync } from 'node:fs';

export type Log = 'access' | 'audit';

/** How a request may end; `killed`: its connection broke when a worker was killed. */
export type Outcome = 'passed' | 'blocked' | 'aborted' | 'killed';

export type Tally = {
  readonly requests: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Number of unexpected responses, including broken connections. */
  readonly wrong: number;
  /** The first few faulty requests, with their time, fault and records. */
  readonly examples: readonly string[];
  /** Records that are missing (`lost`), duplicated, of an unknown request, and lines that are malformed (`broken`). */
  readonly lost: number;
  readonly doubled: number;
  readonly unknown: number;
  readonly broken: number;
  /** Requests that reached the backend twice, or although they were blocked, or not at all although they passed. */
  readonly misforwarded: number;
};

export type Ledger = {
  /** Returns the id of a new request. `what`: its method and target. */
  readonly open: (what: string) => string;
  readonly answered: (id: string, outcome: Outcome) => void;
  /** Notes an unexpected end; `how` describes it. */
  readonly wrong: (id: string, how: string) => void;
  readonly forwarded: (id: string) => void;
  /** Notes that a worker is being killed, so that requests in progress may fail. */
  readonly kill: () => void;
  /**
   * Returns true when a worker was killed after the request began, or so shortly before that its connection could
   * seem open.
   */
  readonly killedSince: (id: string) => boolean;
  /** Counts the records of a log file that is complete. */
  readonly readLog: (log: Log, path: string) => void;
  readonly settle: () => Tally;
};

type Entry = {
  readonly what: string;
  /** Milliseconds since the start of this process, like all times here. */
  readonly began: number;
  ended: number;
  outcome: Outcome | 'wrong' | undefined;
  /** How an unexpected outcome came about. */
  how: string;
  forwarded: number;
  access: number;
  audit: number;
  /** The reason in the access record. */
  reason: string;
};

const MOST_EXAMPLES = 40;
/** Milliseconds within which a busy machine notices that a connection has been closed. */
const NOTICE_MS = 5000;
const ID = /"(?:request_)?id":"soak-(\d+)"/;

export function createLedger(): Ledger {
  const entries: Entry[] = [];
  const kills: number[] = [];
  let unknown = 0;
  let broken = 0;
  const entryOf = (id: string): Entry | undefined => entries[Number(id.slice('soak-'.length))];
  const end = (id: string, outcome: Entry['outcome'], how: string): void => {
    const entry = entryOf(id);
    if (entry !== undefined) Object.assign(entry, { outcome, how, ended: performance.now() });
  };
  return {
    open: (what) => {
      const began = performance.now();
      const none = { forwarded: 0, access: 0, audit: 0, reason: '', how: '' };
      entries.push({ what, began, ended: 0, outcome: undefined, ...none });
      return idOf(entries.length - 1);
    },
    answered: (id, outcome) => end(id, outcome, ''),
    wrong: (id, how) => end(id, 'wrong', how),
    forwarded: (id) => {
      const entry = entryOf(id);
      if (entry === undefined) unknown += 1;
      else entry.forwarded += 1;
    },
    kill: () => {
      kills.push(performance.now());
    },
    killedSince: (id) => {
      const { began } = entryOf(id) ?? { began: 0 };
      return kills.some((time) => time >= began - NOTICE_MS);
    },
    readLog: (log, path) => {
      for (const line of linesOf(path)) {
        const entry = entryOf(`soak-${ID.exec(line)?.[1]}`);
        if (!line.endsWith('}')) broken += 1;
        else if (entry === undefined) unknown += 1;
        else {
          entry[log] += 1;
          if (log === 'access') entry.reason = reasonIn(line);
        }
      }
    },
    settle: () => {
      excuseAborted(entries, kills);
      return { ...count(entries), examples: examplesOf(entries, kills), unknown, broken };
    },
  };
}

function idOf(index: number): string {
  return `soak-${String(index).padStart(8, '0')}`;
}

/**
 * Excuses requests without a record whose client disconnected when a worker was killed: the worker may not have
 * noticed it.
 */
function excuseAborted(entries: readonly Entry[], kills: readonly number[]): void {
  for (const entry of entries) {
    const isKilled = kills.some((time) => time >= entry.began && time <= entry.ended + NOTICE_MS);
    if (entry.outcome === 'aborted' && isKilled) entry.outcome = 'killed';
  }
}

function examplesOf(entries: readonly Entry[], kills: readonly number[]): readonly string[] {
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  const isFaulty = (entry: Entry): boolean =>
    entry.outcome === 'wrong' ||
    entry.outcome === undefined ||
    isLost(entry) ||
    isDoubled(entry) ||
    isMisforwarded(entry);
  return entries
    .flatMap((entry, index) => (isFaulty(entry) ? [{ ...entry, id: idOf(index) }] : []))
    .slice(0, MOST_EXAMPLES)
    .map(({ id, what, began, ended, outcome, how, forwarded, access, audit, reason }) => {
      const kill = kills.findLast((time) => time <= ended);
      const after = kill === undefined ? 'none' : seconds(ended - kill);
      return (
        `${id} ${what}: ${outcome} ${how} at ${seconds(began)} to ${seconds(ended)} s (last kill ${after} s before); ` +
        `${forwarded} times forwarded, ${access} access and ${audit} audit records ${reason}`
      );
    });
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** Returns the members of an access record that explain the response. */
function reasonIn(line: string): string {
  const found = line.matchAll(
    /"(?:duration_ms|engine_ms|matched|reason|detail)":(?:"[^"]*"|[^,}]*)/g,
  );
  return [...found].map(([member]) => member.replaceAll('"', '')).join(' ');
}

function count(entries: readonly Entry[]): Omit<Tally, 'examples' | 'unknown' | 'broken'> {
  const number = (holds: (entry: Entry) => boolean): number => entries.filter(holds).length;
  const withOutcome = (outcome: Outcome): number => number((entry) => entry.outcome === outcome);
  return {
    requests: entries.length,
    outcomes: {
      passed: withOutcome('passed'),
      blocked: withOutcome('blocked'),
      aborted: withOutcome('aborted'),
      killed: withOutcome('killed'),
    },
    wrong: number(({ outcome }) => outcome === 'wrong' || outcome === undefined),
    lost: number(isLost),
    doubled: number(isDoubled),
    misforwarded: number(isMisforwarded),
  };
}

/**
 * Returns true when a record is missing. Killing a worker may lose only records of requests without a response
 * (docs/operators.md).
 */
function isLost({ outcome, access, audit }: Entry): boolean {
  if (outcome === 'killed') return false;
  return access === 0 || (outcome === 'blocked' && audit === 0);
}

function isDoubled({ access, audit }: Entry): boolean {
  return access > 1 || audit > 1;
}

function isMisforwarded({ outcome, forwarded }: Entry): boolean {
  if (outcome === 'passed') return forwarded !== 1;
  return outcome === 'killed' ? forwarded > 1 : forwarded > 0;
}
