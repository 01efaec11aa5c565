/** Holds the bans of files, of CrowdSec, and of the store that replicas share. Lookups are synchronous. */
import type { Operator } from '../logs/operator.ts';
import { messageOf } from '../message-of.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { readBanLists } from './ban-lists.ts';
import { type Ban, type BanTable, createBanTable } from './ban-table.ts';
import { decisionStream } from './crowdsec.ts';

export type ClientBans = {
  readonly has: (address: string) => boolean;
  /** Replaces the bans of the shared store. */
  readonly replaceShared: (bans: readonly Ban[]) => void;
  /** Reads the lists again. Returns the problems; when there are any, the previous lists stay in force. */
  readonly reload: () => readonly string[];
  readonly size: () => number;
  readonly stop: () => void;
};

const PROBLEMS_SHOWN = 5;

export function openClientBans(settings: ProxySettings, operator: Operator): ClientBans {
  const { banLists } = settings;
  const lists = createBanTable();
  const decisions = createBanTable();
  const shared = createBanTable();
  const tables = [lists, decisions, shared];
  const stopFollowing = followDecisions(settings, decisions, operator);
  return {
    has: (address) => tables.some((table) => table.has(address, Date.now())),
    replaceShared: shared.replace,
    reload: () => {
      const { bans, problems } = readBanLists(banLists);
      if (problems.length > 0) return problems.slice(0, PROBLEMS_SHOWN);
      lists.replace(bans);
      return [];
    },
    size: () => tables.reduce((sum, table) => sum + table.size(), 0),
    stop: stopFollowing,
  };
}

/** Returns a function that stops the polling. */
function followDecisions(
  { crowdsecUrl, crowdsecKey, crowdsecInterval }: ProxySettings,
  table: BanTable,
  { warn }: Operator,
): () => void {
  if (crowdsecUrl === '') return () => {};
  const stream = decisionStream(crowdsecUrl, crowdsecKey);
  let works = true;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const poll = async (): Promise<void> => {
    try {
      if (await stream.poll()) table.replace(stream.bans());
      works = true;
    } catch (error) {
      if (works) warn(`CROWDSEC_URL: ${crowdsecUrl}: ${messageOf(error)}.`);
      works = false;
    }
    if (!stopped) timer = setTimeout(() => void poll(), crowdsecInterval).unref();
  };
  void poll();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Returns true when bans are possible, so that every request must be checked. */
export function hasBans({ banLists, crowdsecUrl, sharedState }: ProxySettings): boolean {
  return banLists.length > 0 || crowdsecUrl !== '' || sharedState !== undefined;
}
