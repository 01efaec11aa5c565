/** Reads and writes the bans in the store, and mirrors them in each replica. */
import { type AddressBlock, parseBlock, showBlock } from '../bans/address-block.ts';
import type { Ban } from '../bans/ban-table.ts';
import { BAN_ORIGINS_KEY, BANS_CHANNEL, BANS_KEY, BANS_VERSION_KEY } from './keys.ts';
import { BAN, LIST_BANS, UNBAN } from './scripts/bans.ts';
import { listIn, numberIn, type Store, textIn } from './store.ts';

export type StoredBan = {
  readonly block: AddressBlock;
  /** Infinity for a permanent ban. */
  readonly milliseconds: number;
  readonly origin: string;
};

const KEYS = [BANS_KEY, BAN_ORIGINS_KEY, BANS_VERSION_KEY];

export async function ban(store: Store, { block, milliseconds, origin }: StoredBan): Promise<void> {
  const span = Number.isFinite(milliseconds) ? milliseconds : '';
  const values = [showBlock(block), span, origin, BANS_CHANNEL];
  await store.evaluate({ script: BAN, keys: KEYS, values });
}

/** Returns false when the block was not banned. */
export async function unban(store: Store, block: AddressBlock): Promise<boolean> {
  const values = [showBlock(block), BANS_CHANNEL];
  return numberIn(await store.evaluate({ script: UNBAN, keys: KEYS, values })) > 0;
}

export type StoredBans = { readonly version: string; readonly bans: readonly StoredBan[] };

export async function listBans(store: Store): Promise<StoredBans> {
  const [version, ...fields] = listIn(
    await store.evaluate({ script: LIST_BANS, keys: KEYS, values: [] }),
  );
  const bans: StoredBan[] = [];
  for (let index = 0; index < fields.length; index += 3) {
    const block = parseBlock(textIn(fields[index]));
    const left = numberIn(fields[index + 1]);
    const milliseconds = left < 0 ? Number.POSITIVE_INFINITY : left;
    if (block !== undefined) bans.push({ block, milliseconds, origin: textIn(fields[index + 2]) });
  }
  return { version: textIn(version), bans };
}

export type BanMirror = {
  /** Takes the version that the store reports, and reads the bans when it is new. */
  readonly seen: (version: string) => void;
  /** Reads the bans, after a message that they have changed or after a time without connection. */
  readonly refresh: () => void;
};

export function mirrorBans(store: Store, replace: (bans: readonly Ban[]) => void): BanMirror {
  let known: string | undefined;
  const refresh = (): void => {
    const now = Date.now();
    listBans(store).then(
      ({ version, bans }) => {
        known = version;
        replace(bans.map(({ block, milliseconds }) => ({ block, until: now + milliseconds })));
      },
      // The next heartbeat reports the version again.
      () => {},
    );
  };
  return {
    seen: (version) => {
      if (version !== known) refresh();
    },
    refresh,
  };
}
