/**
 * Scans the bytes of a server for replies that are too large, before the client's decoder reads them. The decoder has no
 * limits: it allocates the array that a header announces, and joins strings of any length.
 */

/** Most bytes of a reply, 64 MiB; a list of a million bans has as many. */
const MOST_BYTES = 67_108_864;
/** Most bytes of a line, such as an error. */
const MOST_LINE = 1_048_576;
/** Most elements of an array. */
const MOST_ELEMENTS = 4_000_000;
/** Most arrays within each other; scripts return lists of lists. */
const MOST_DEPTH = 8;

export type ReplyScanner = {
  /** Reads the next bytes. Returns why the connection must end; undefined when it need not. */
  readonly read: (chunk: Buffer) => string | undefined;
};

/** Creates a scanner for one connection (https://redis.io/docs/latest/develop/reference/protocol-spec/). */
export function createReplyScanner(): ReplyScanner {
  /** For each array that has begun, how many elements are missing. */
  const pending: number[] = [];
  /** The part of the current line that has arrived. */
  let line = '';
  /** Bytes that are missing of the current string and its line end. */
  let missing = 0;
  let bytes = 0;

  const complete = (): void => {
    while (pending.length > 0) {
      const left = (pending.pop() ?? 0) - 1;
      if (left > 0) {
        pending.push(left);
        return;
      }
    }
  };
  const isBetween = (): boolean => pending.length === 0 && missing === 0 && line === '';
  const begin = (text: string): string | undefined => {
    const [kind, count] = [text.charAt(0), Number(text.slice(1))];
    const elements = elementsOf(kind, count);
    if (elements !== undefined) {
      if (elements > MOST_ELEMENTS) return `a reply of ${elements} elements`;
      if (elements > 0) pending.push(elements);
      else complete();
      return pending.length > MOST_DEPTH ? 'a reply of too many levels' : undefined;
    }
    if (!/^[$=!]$/.test(kind) || count < 0) complete();
    else if (count <= MOST_BYTES) missing = count + 2;
    else return `a reply of ${count} bytes`;
    return undefined;
  };
  /** Reads a part of the string; returns its bytes. */
  const readString = (room: number): number => {
    const read = Math.min(missing, room);
    missing -= read;
    if (missing === 0) complete();
    return read;
  };
  const readLine = (part: string): string | undefined => {
    line += part;
    if (line.length > MOST_LINE) return `a line of more than ${MOST_LINE} bytes`;
    if (!part.endsWith('\n')) return undefined;
    const whole = line;
    line = '';
    return begin(whole);
  };
  /** Reads the next part of the chunk; returns its bytes, or why the connection must end. */
  const step = (chunk: Buffer, start: number): number | string => {
    if (missing > 0) return readString(chunk.length - start);
    const end = chunk.indexOf('\n', start) + 1;
    const part = chunk.toString('latin1', start, end === 0 ? chunk.length : end);
    return readLine(part) ?? part.length;
  };
  return {
    read: (chunk) => {
      for (let position = 0; position < chunk.length; ) {
        const read = step(chunk, position);
        if (typeof read === 'string') return read;
        position += read;
        bytes = isBetween() ? 0 : bytes + read;
        if (bytes > MOST_BYTES) return `a reply of more than ${MOST_BYTES} bytes`;
      }
      return undefined;
    },
  };
}

/** Returns the elements of an array, set, push message or map; undefined for other kinds. */
function elementsOf(kind: string, count: number): number | undefined {
  if (/^[*~>]$/.test(kind)) return count;
  return /^[%|]$/.test(kind) ? 2 * count : undefined;
}
