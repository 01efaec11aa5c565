/** Opens the store that SHARED_STATE_URL or --url names, for one command. */
import { parseStoreAddress } from '#proxy/settings/store-address.ts';
import type { Store } from '#proxy/shared/store.ts';
import { withConnectedStore } from '../../project/connected-store.ts';

export type Done<T> =
  | { readonly kind: 'Done'; readonly value: T }
  /** The error in the URL. */
  | { readonly kind: 'Problem'; readonly problem: string };

/** Rejects when the store cannot be reached within three seconds or refuses the connection. */
export async function withStore<T>(
  url: string,
  act: (store: Store) => Promise<T>,
): Promise<Done<T>> {
  if (url === '') return { kind: 'Problem', problem: 'set SHARED_STATE_URL, or give --url.' };
  const parsed = parseStoreAddress(url);
  if (parsed.kind === 'Problems')
    return { kind: 'Problem', problem: `SHARED_STATE_URL ${parsed.problems.join(' ')}` };
  return { kind: 'Done', value: await withConnectedStore(parsed.value, act) };
}
