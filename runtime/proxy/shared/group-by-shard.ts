/** Groups items by key, so that all keys of a call are in one hash slot. */
import { shardIn } from './keys.ts';

/** Returns one group for a single server, else one per shard. Groups and their items are in the order of `items`. */
export function groupByShard<Item extends { readonly key: string }>(
  items: readonly Item[],
  isCluster: boolean,
): readonly (readonly Item[])[] {
  if (!isCluster || items.length === 1) return [items];
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const shard = shardIn(item.key);
    const group = groups.get(shard);
    if (group === undefined) groups.set(shard, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
