/** Messages of the base protocol on a byte stream: a header with Content-Length, a blank line, JSON (LSP 3.17). */

/** What a stream gives: the bytes of one message, or a header nobody can follow. */
export type Frame =
  | { readonly kind: 'Message'; readonly text: string }
  | { readonly kind: 'Broken'; readonly reason: string };

export type FrameReader = (chunk: Buffer) => readonly Frame[];

/** No rule file is larger; a length beyond it is a mistake of the client. */
const MAX_BYTES = 64 << 20;
/** A header has two short lines; without its end the stream is no protocol at all. */
const MAX_HEADER = 4096;
const END_OF_HEADER = '\r\n\r\n';

type State = {
  readonly chunks: Buffer[];
  buffered: number;
  /** Bytes of the body that is being read; undefined: a header is next. */
  length: number | undefined;
  /** Bytes of a refused body that are still to come. */
  skip: number;
};

/** Takes chunks as they come and gives the frames that are complete with each. */
export function createFrameReader(): FrameReader {
  const state: State = { chunks: [], buffered: 0, length: undefined, skip: 0 };
  return (chunk) => {
    state.chunks.push(chunk);
    state.buffered += chunk.length;
    const frames: Frame[] = [];
    // Joined only when there is something to read: a large message comes in many chunks.
    while (state.buffered > 0 && state.buffered >= (state.length ?? 0)) {
      const frame = readNext(state);
      if (frame === 'incomplete') break;
      if (frame !== undefined) frames.push(frame);
    }
    return frames;
  };
}

/** undefined: something was read that is no frame. */
function readNext(state: State): Frame | 'incomplete' | undefined {
  const bytes = Buffer.concat(state.chunks);
  if (state.skip > 0) {
    const skipped = Math.min(state.skip, bytes.length);
    state.skip -= skipped;
    append(state, bytes.subarray(skipped));
    return undefined;
  }
  if (state.length !== undefined) {
    const text = bytes.toString('utf8', 0, state.length);
    append(state, bytes.subarray(state.length));
    state.length = undefined;
    return { kind: 'Message', text };
  }
  return readHeader(state, bytes);
}

function readHeader(state: State, bytes: Buffer): Frame | 'incomplete' | undefined {
  const end = bytes.indexOf(END_OF_HEADER);
  if (end === -1 && bytes.length <= MAX_HEADER) {
    append(state, bytes);
    return 'incomplete';
  }
  if (end === -1) {
    append(state, Buffer.alloc(0));
    return { kind: 'Broken', reason: 'The header does not end.' };
  }
  append(state, bytes.subarray(end + END_OF_HEADER.length));
  const header = bytes.toString('latin1', 0, end);
  const length = /^Content-Length: *(\d{1,15}) *$/im.exec(header)?.[1];
  if (length === undefined) return { kind: 'Broken', reason: 'The header has no Content-Length.' };
  if (Number(length) > MAX_BYTES) {
    state.skip = Number(length);
    return { kind: 'Broken', reason: `A message may have ${MAX_BYTES} bytes.` };
  }
  state.length = Number(length);
  return state.length === 0 ? readNext(state) : undefined;
}

function append(state: State, rest: Buffer): void {
  state.chunks.splice(0, state.chunks.length, rest);
  state.buffered = rest.length;
}

/** The bytes of one message. */
export function frameOf(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  const header = Buffer.from(`Content-Length: ${body.length}${END_OF_HEADER}`, 'latin1');
  return Buffer.concat([header, body]);
}
