/** Opens the store of SHARED_STATE_URL for one command. */
import { openRedisStore } from '../../../../runtime/proxy/shared/redis/redis-store.ts';
import { parseStoreAddress } from '../../../../runtime/proxy/shared/redis/store-address.ts';
import type { Store } from '../../../../runtime/proxy/shared/store.ts';

export type Done<T> =
  | { readonly kind: 'Done'; readonly value: T }
  /** What is wrong with the URL. */
  | { readonly kind: 'Problem'; readonly problem: string };

const PATIENCE_MS = 3000;
const STEP_MS = 20;

/** Rejects when the store cannot be reached within three seconds, or refuses. */
export async function withStore<T>(
  url: string,
  act: (store: Store) => Promise<T>,
): Promise<Done<T>> {
  if (url === '') return { kind: 'Problem', problem: 'set SHARED_STATE_URL, or give --url.' };
  const parsed = parseStoreAddress(url);
  if (parsed.kind === 'Problems')
    return { kind: 'Problem', problem: `SHARED_STATE_URL ${parsed.problems.join(' ')}` };
  let reason: unknown = new Error(`no connection within ${PATIENCE_MS / 1000} s`);
  const store = await openRedisStore(parsed.value, {
    lost: (error) => {
      reason = error;
    },
  });
  try {
    const end = performance.now() + PATIENCE_MS;
    while (!store.isConnected() && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (!store.isConnected()) throw reason;
    return { kind: 'Done', value: await act(store) };
  } finally {
    store.close();
  }
}
