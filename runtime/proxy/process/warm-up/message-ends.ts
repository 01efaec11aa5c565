/**
 * Finds where messages of a connection end. It supports only our own messages: with a Content-Length or without a
 * body.
 */

const HEAD_END = '\r\n\r\n';

/** Returns a function that takes the next bytes of a connection and returns how many messages end in them. */
export function messageEnds(): (chunk: Buffer) => number {
  let received = '';
  return (chunk) => {
    received += chunk.toString('latin1');
    let count = 0;
    for (let end = endOf(received); end <= received.length; end = endOf(received)) {
      received = received.slice(end);
      count += 1;
    }
    return count;
  };
}

/** Returns the index after the first message; Infinity when its head is not complete. */
function endOf(received: string): number {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return Number.POSITIVE_INFINITY;
  const length = /^content-length: *([0-9]+)/im.exec(received.slice(0, headEnd))?.[1];
  return headEnd + HEAD_END.length + Number(length ?? 0);
}
