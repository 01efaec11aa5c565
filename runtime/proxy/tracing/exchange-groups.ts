/**
 * Gathers exchanges for the exporter and encodes them in groups. The exporter makes the spans of one group at a time, so
 * that V8's collector finds few of their objects in use and copies little.
 */
import { type EncodedExchanges, encodeExchanges } from './encode-exchanges.ts';
import type { TracedExchange } from './traced-exchange.ts';

/** Most exchanges of a group: encoding more at once would pause other requests longer. */
const GROUP = 32;

export type ExchangeGroups = {
  readonly add: (exchange: TracedExchange) => void;
  /** The number of exchanges. */
  readonly size: () => number;
  /** Returns the groups of what was added since the last call. */
  readonly take: () => readonly EncodedExchanges[];
};

export function createExchangeGroups(): ExchangeGroups {
  let group: TracedExchange[] = [];
  let groups: EncodedExchanges[] = [];
  const encodeGroup = (): void => {
    if (group.length > 0) groups.push(encodeExchanges(group));
    group = [];
  };
  return {
    add: (exchange) => {
      group.push(exchange);
      if (group.length === GROUP) encodeGroup();
    },
    size: () => groups.length * GROUP + group.length,
    take: () => {
      encodeGroup();
      const taken = groups;
      groups = [];
      return taken;
    },
  };
}
