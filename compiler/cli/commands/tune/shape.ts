/** What names and paths have in common when only their numbers differ: `json.items.0.name`, `/orders/123`. */
import type { ByteString } from '../../../../runtime/engine/bytes/byte-string.ts';
import { VARIES } from './quote.ts';

/** Indexes of JSON arrays and of `items[0]` vary. */
export function keyShape(key: ByteString): string {
  return key.replace(/(?<=[.[])[0-9]+(?=$|[.\]])/g, VARIES);
}

/** Segments that are numbers, or hexadecimal with a digit and at least eight chars (UUIDs, hashes), vary. */
export function pathShape(path: ByteString): string {
  return path.replace(/(?<=\/)(?:[0-9]+|(?=[^/]*[0-9])[0-9A-Fa-f-]{8,})(?=\/|$)/g, VARIES);
}

/** The folder of a path: up to its last slash, included. */
export function folderOf(path: ByteString): ByteString {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The longest folder that holds all of `paths`: `/` when they have nothing in common. */
export function commonFolder(paths: readonly ByteString[]): ByteString {
  const [first = '', ...others] = paths;
  return others.reduce((folder, path) => {
    let common = folder;
    while (!path.startsWith(common)) common = folderOf(common.slice(0, -1));
    return common;
  }, folderOf(first));
}
