/** What happened to each request: how it was answered, how often it was forwarded and recorded. */
import { readFileSync } from 'node:fs';

export type Log = 'access' | 'audit';

/** How a request may end; `killed`: its connection broke while a worker was being killed. */
export type Outcome = 'passed' | 'blocked' | 'aborted' | 'killed';

export type Tally = {
  readonly requests: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Other answers than the expected, broken connections included, the first few of them. */
  readonly wrong: number;
  readonly examples: readonly string[];
  /** Records that must be there and are not, those that are there twice, those of no request, broken lines. */
  readonly lost: number;
  readonly doubled: number;
  readonly unknown: number;
  readonly broken: number;
  /** Requests that reached the backend twice, or without leave, or not although they were answered. */
  readonly misforwarded: number;
};

export type Ledger = {
  /** The id of a new request. */
  readonly open: () => string;
  readonly answered: (id: string, outcome: Outcome) => void;
  readonly wrong: (id: string, what: string) => void;
  readonly forwarded: (id: string) => void;
  /** A worker is killed now: what is under way may break. */
  readonly kill: () => void;
  /** Whether one was after `time` (performance.now), or so shortly before that a connection could seem alive. */
  readonly killedSince: (time: number) => boolean;
  /** Counts the records of a log that nobody writes any more. */
  readonly readLog: (log: Log, path: string) => void;
  readonly settle: () => Tally;
};

type Entry = {
  outcome: Outcome | 'wrong' | undefined;
  forwarded: number;
  access: number;
  audit: number;
};

const MOST_EXAMPLES = 5;
/** A busy machine notices late that a connection has gone. */
const NOTICE_MS = 5000;
const ID = /"(?:request_)?id":"soak-(\d+)"/;

export function createLedger(): Ledger {
  const entries: Entry[] = [];
  const examples = new Map<string, string>();
  let unknown = 0;
  let broken = 0;
  let lastKill = Number.NEGATIVE_INFINITY;
  const entryOf = (id: string): Entry | undefined => entries[Number(id.slice('soak-'.length))];
  return {
    open: () => {
      entries.push({ outcome: undefined, forwarded: 0, access: 0, audit: 0 });
      return `soak-${String(entries.length - 1).padStart(8, '0')}`;
    },
    answered: (id, outcome) => {
      const entry = entryOf(id);
      if (entry !== undefined) entry.outcome = outcome;
    },
    wrong: (id, what) => {
      const entry = entryOf(id);
      if (entry !== undefined) entry.outcome = 'wrong';
      if (examples.size < MOST_EXAMPLES) examples.set(id, what);
    },
    forwarded: (id) => {
      const entry = entryOf(id);
      if (entry === undefined) unknown += 1;
      else entry.forwarded += 1;
    },
    kill: () => {
      lastKill = performance.now();
    },
    killedSince: (time) => lastKill >= time - NOTICE_MS,
    readLog: (log, path) => {
      for (const line of linesOf(path)) {
        const id = `soak-${ID.exec(line)?.[1]}`;
        const entry = entryOf(id);
        const example = log === 'access' ? examples.get(id) : undefined;
        if (example !== undefined) examples.set(id, `${example} (${reasonIn(line)})`);
        if (!line.endsWith('}')) broken += 1;
        else if (entry === undefined) unknown += 1;
        else entry[log] += 1;
      }
    },
    settle: () => ({
      ...count(entries),
      examples: [...examples].map((example) => example.join(': ')),
      unknown,
      broken,
    }),
  };
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** What an access record says about an answer. */
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
    doubled: number(({ access, audit }) => access > 1 || audit > 1),
    misforwarded: number(isMisforwarded),
  };
}

/** Who kills a process loses the records of requests without an answer (docs/operators.md), and no others. */
function isLost({ outcome, access, audit }: Entry): boolean {
  if (outcome === 'killed') return false;
  return access === 0 || (outcome === 'blocked' && audit === 0);
}

function isMisforwarded({ outcome, forwarded }: Entry): boolean {
  if (outcome === 'passed') return forwarded !== 1;
  return outcome === 'killed' ? forwarded > 1 : forwarded > 0;
}
