/** Compares the DATA of the streams of a connection with their Content-Length (RFC 9113 section 8.1.1). */
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { DATA, type Frame } from './frames.ts';

export type MessageLengths = {
  /** Notes the Content-Length of a request. */
  readonly begin: (stream: number, headers: readonly Header[]) => void;
  /** Processes the next frame. Returns true once for a stream with more DATA than its Content-Length. */
  readonly exceeds: (frame: Frame) => boolean;
};

export function createMessageLengths(): MessageLengths {
  /** For each stream with a Content-Length, how many bytes are missing. */
  const missing = new Map<number, number>();
  return {
    begin: (stream, headers) => {
      const [length] = headerValues(headers, 'content-length');
      if (length !== undefined) missing.set(stream, Number(length));
    },
    exceeds: ({ type, stream, content }) => {
      const before = type === DATA ? missing.get(stream) : undefined;
      if (before === undefined) return false;
      const isMore = content > before;
      if (isMore) missing.delete(stream);
      else missing.set(stream, before - content);
      return isMore;
    },
  };
}
