/** Opens the store of SHARED_STATE_URL for one command. */
import type { StoreAddress } from '#proxy/settings/store-address.ts';
import { openRedisStore } from '#proxy/shared/redis/redis-store.ts';
import type { Store } from '#proxy/shared/store.ts';

const PATIENCE_MS = 3000;
const STEP_MS = 20;

/** Closes the store after `act`. Rejects when there is no connection within three seconds, or when `act` rejects. */
export async function withConnectedStore<T>(
  address: StoreAddress,
  act: (store: Store) => Promise<T>,
): Promise<T> {
  let reason: unknown = new Error(`no connection within ${PATIENCE_MS / 1000} s`);
  const store = await openRedisStore(address, {
    lost: (error) => {
      reason = error;
    },
  });
  try {
    const end = performance.now() + PATIENCE_MS;
    while (!store.isConnected() && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (!store.isConnected()) throw reason;
    return await act(store);
  } finally {
    store.close();
  }
}
