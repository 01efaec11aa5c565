/** The banned blocks of one source, as requests are compared with them. */
import { type AddressBlock, addressBits, firstBits } from './address-block.ts';

export type Ban = {
  readonly block: AddressBlock;
  /** Milliseconds since the epoch; Infinity: for good. */
  readonly until: number;
};

export type BanTable = {
  readonly replace: (bans: readonly Ban[]) => void;
  /** `address` is folded. */
  readonly has: (address: string, now: number) => boolean;
  readonly size: () => number;
};

type Blocks = Map<number, Map<bigint, number>>;

/** One look-up for each length of prefix that occurs. */
export function createBanTable(): BanTable {
  let four: Blocks = new Map();
  let six: Blocks = new Map();
  return {
    replace: (bans) => {
      four = blocksOf(bans, 4);
      six = blocksOf(bans, 6);
    },
    has: (address, now) => {
      const isFour = !address.includes(':');
      const blocks = isFour ? four : six;
      if (blocks.size === 0) return false;
      const size = isFour ? 32 : 128;
      const all = addressBits(address);
      for (const [prefix, untilOf] of blocks) {
        if ((untilOf.get(firstBits(all, size, prefix)) ?? 0) > now) return true;
      }
      return false;
    },
    size: () => [...four.values(), ...six.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

function blocksOf(bans: readonly Ban[], family: 4 | 6): Blocks {
  const blocks: Blocks = new Map();
  for (const { block, until } of bans) {
    if (block.family !== family) continue;
    const known = blocks.get(block.prefix) ?? new Map<bigint, number>();
    known.set(block.bits, Math.max(until, known.get(block.bits) ?? 0));
    blocks.set(block.prefix, known);
  }
  return blocks;
}
