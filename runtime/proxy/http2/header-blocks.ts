/** Assembles the header blocks of a connection from their frames (RFC 9113 section 4.3), and decodes them. */
import type { Header } from '#engine/host/compiled-waf.ts';
import { COMPRESSION_ERROR, ENHANCE_YOUR_CALM, PROTOCOL_ERROR } from './error-codes.ts';
import { END_HEADERS, END_STREAM, type Frame, headerFragment } from './frames.ts';
import { createHeaderDecoder } from './hpack/decoder.ts';

/** Most bytes of a header block before decoding. */
const MAX_BLOCK_BYTES = 65_536;

export type DecodedBlock = {
  readonly stream: number;
  /** True when no body follows. */
  readonly ends: boolean;
  readonly isTrailer: boolean;
  readonly fields: readonly Header[];
  /** False when fields were left out. */
  readonly isWhole: boolean;
};

export type BlockEvents = {
  /** Called with each complete block. Returns the code of the error that ends the connection; undefined when there is none. */
  readonly complete: (block: DecodedBlock) => number | undefined;
  /** Called with what could be read of a block that is never complete. `reason`: for the access log. */
  readonly unfinished: (block: DecodedBlock, reason: string) => void;
};

export type HeaderBlocks = {
  /** Returns the stream of the block that has arrived only in part; undefined when there is none. */
  readonly openStream: () => number | undefined;
  /** Reads the first frame of a block. Returns the code of the error that ends the connection; undefined when there is none. */
  readonly begin: (frame: Frame, isTrailer: boolean) => number | undefined;
  /** Reads a further frame of the block; returns the same. */
  readonly add: (frame: Frame) => number | undefined;
  /** Ends the block that has arrived only in part, if there is one, because the connection ends. */
  readonly giveUp: (reason: string) => void;
};

type Block = Pick<DecodedBlock, 'stream' | 'ends' | 'isTrailer'> & {
  readonly parts: Buffer[];
  size: number;
};

/** `fieldBytes`: most bytes of a block's fields. */
export function createHeaderBlocks(
  fieldBytes: number,
  { complete, unfinished }: BlockEvents,
): HeaderBlocks {
  const decode = createHeaderDecoder(fieldBytes);
  let open: Block | undefined;

  const giveUp = (reason: string): void => {
    if (open === undefined) return;
    const { stream, ends, isTrailer, parts } = open;
    open = undefined;
    const { fields } = decode(Buffer.concat(parts));
    unfinished({ stream, ends, isTrailer, fields, isWhole: false }, reason);
  };
  const finish = ({ stream, ends, isTrailer, parts }: Block): number | undefined => {
    open = undefined;
    const decoded = decode(Buffer.concat(parts));
    const { fields } = decoded;
    if (decoded.kind === 'Decoded')
      return complete({ stream, ends, isTrailer, fields, isWhole: decoded.isWhole });
    unfinished({ stream, ends, isTrailer, fields, isWhole: false }, 'invalid header compression');
    return COMPRESSION_ERROR;
  };
  const add = (block: Block, frame: Frame): number | undefined => {
    const fragment = headerFragment(frame);
    if (fragment === undefined) return PROTOCOL_ERROR;
    block.parts.push(fragment);
    block.size += fragment.length;
    if (block.size <= MAX_BLOCK_BYTES)
      return (frame.flags & END_HEADERS) === 0 ? undefined : finish(block);
    giveUp('header section too large');
    return ENHANCE_YOUR_CALM;
  };
  return {
    openStream: () => open?.stream,
    begin: (frame, isTrailer) => {
      const ends = (frame.flags & END_STREAM) !== 0;
      open = { stream: frame.stream, ends, isTrailer, parts: [], size: 0 };
      return add(open, frame);
    },
    add: (frame) => {
      return open?.stream === frame.stream ? add(open, frame) : PROTOCOL_ERROR;
    },
    giveUp,
  };
}
