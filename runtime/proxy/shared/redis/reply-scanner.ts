/**
 * Scans the bytes of a server for replies that are too large, before the client's decoder reads them. The decoder has no
 * limits: it allocates the array that a header announces, and joins strings of any length.
 */

/** Most bytes of a reply, 64 MiB; a list of a million bans has as many. */
const MOST_BYTES = 67_108_864;
/** Most bytes of a string, such as the value of a variable. */
const MOST_STRING = 1_048_576;
/** Most bytes of a line, such as an error. */
const MOST_LINE = 16_384;
/** Most elements of an array. */
const MOST_ELEMENTS = 4_000_000;
/** Most arrays within each other; scripts return lists of lists. */
const MOST_DEPTH = 8;

const LINE_FEED = 10;
const RETURN = 13;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** For each kind with elements (array, set, push message, map, attribute), how many elements one of its count is. */
const ELEMENTS: ReadonlyMap<number, number> = new Map([
  ...[...Buffer.from('*~>')].map((kind) => [kind, 1] as const),
  ...[...Buffer.from('%|')].map((kind) => [kind, 2] as const),
]);
const STRINGS: ReadonlySet<number> = new Set(Buffer.from('$=!'));

export type ReplyScanner = {
  /** Reads the next bytes. Returns why the connection must end; undefined when it need not. */
  readonly read: (chunk: Buffer) => string | undefined;
};

/**
 * Creates a scanner for one connection (https://redis.io/docs/latest/develop/reference/protocol-spec/). It reads lines
 * byte by byte: a string for each line would take eight times as long as the decoder does.
 */
export function createReplyScanner(): ReplyScanner {
  /** For each array that has begun, how many elements are missing. */
  const pending: number[] = [];
  const line: Line = { length: 0, kind: 0, sign: 1, digits: 0 };
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
  const isBetween = (): boolean => pending.length === 0 && missing === 0 && line.length === 0;
  /** Begins what the line announces. */
  const begin = ({ kind, sign, digits }: Line): string | undefined => {
    const count = sign * digits;
    const factor = ELEMENTS.get(kind);
    if (factor !== undefined) {
      const elements = factor * count;
      if (!(elements <= MOST_ELEMENTS)) return `a reply of ${elements} elements`;
      if (elements > 0) pending.push(elements);
      else complete();
      return pending.length > MOST_DEPTH ? 'a reply of too many levels' : undefined;
    }
    if (!STRINGS.has(kind) || count < 0) complete();
    else if (count <= MOST_STRING) missing = count + 2;
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
  /** Reads a part of the line; returns its bytes, or why the connection must end. */
  const readLine = (chunk: Buffer, start: number): number | string => {
    for (let position = start; position < chunk.length; position += 1) {
      const byte = chunk[position] ?? 0;
      if (byte === LINE_FEED) {
        const problem = begin(line);
        clear(line);
        return problem ?? position + 1 - start;
      }
      addTo(line, byte);
      if (line.length > MOST_LINE) return `a line of more than ${MOST_LINE} bytes`;
    }
    return chunk.length - start;
  };
  return {
    read: (chunk) => {
      for (let position = 0; position < chunk.length; ) {
        const room = chunk.length - position;
        const read = missing > 0 ? readString(room) : readLine(chunk, position);
        if (typeof read === 'string') return read;
        position += read;
        bytes = isBetween() ? 0 : bytes + read;
        if (bytes > MOST_BYTES) return `a reply of more than ${MOST_BYTES} bytes`;
      }
      return undefined;
    },
  };
}

/** A line that has arrived in part: its bytes, its first byte, and the number that follows that; NaN for another text. */
type Line = { length: number; kind: number; sign: number; digits: number };

function clear(line: Line): void {
  line.length = 0;
  line.kind = 0;
  line.sign = 1;
  line.digits = 0;
}

function addTo(line: Line, byte: number): void {
  line.length += 1;
  if (line.length === 1) line.kind = byte;
  else if (line.length === 2 && byte === MINUS) line.sign = -1;
  else if (byte !== RETURN) line.digits = 10 * line.digits + digit(byte);
}

/** Returns the value of a digit; NaN for any other byte. */
function digit(byte: number): number {
  return byte >= ZERO && byte <= NINE ? byte - ZERO : Number.NaN;
}
