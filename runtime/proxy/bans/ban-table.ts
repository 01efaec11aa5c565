/** The banned blocks of one source, for looking up addresses. */
import { type AddressBlock, addressBits, firstBits } from './address-block.ts';

export type Ban = {
  readonly block: AddressBlock;
  /** Milliseconds since 1970; Infinity for a permanent ban. */
  readonly until: number;
};

export type BanTable = {
  readonly replace: (bans: readonly Ban[]) => void;
  /** Returns true when the folded address is banned at `now`, in milliseconds since 1970. */
  readonly has: (address: string, now: number) => boolean;
  readonly size: () => number;
};

type Blocks = Map<number, Map<bigint, number>>;

/** Creates a table. A lookup costs one access for each prefix length that occurs. */
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
