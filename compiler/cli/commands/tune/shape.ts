/**
 * Shapes: what names and paths have in common when only their numbers differ, such as `json.items.0.name` and
 * `/orders/123`.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { VARIES } from './quote.ts';

/** Replaces indexes of JSON arrays and of `items[0]`. */
export function keyShape(key: ByteString): string {
  return key.replace(/(?<=[.[])[0-9]+(?=$|[.\]])/g, VARIES);
}

/** Replaces segments that are numbers, or hexadecimal with a digit and at least eight chars (UUIDs, hashes). */
export function pathShape(path: ByteString): string {
  return path.replace(/(?<=\/)(?:[0-9]+|(?=[^/]*[0-9])[0-9A-Fa-f-]{8,})(?=\/|$)/g, VARIES);
}

/** Returns the folder of a path, up to and including its last slash. */
function folderOf(path: ByteString): ByteString {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Returns the longest folder that contains all of `paths`; `/` when they have nothing in common. */
export function commonFolder(paths: readonly ByteString[]): ByteString {
  const [first = '', ...others] = paths;
  return others.reduce((folder, path) => {
    let common = folder;
    while (!path.startsWith(common)) common = folderOf(common.slice(0, -1));
    return common;
  }, folderOf(first));
}
