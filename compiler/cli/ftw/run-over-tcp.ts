/** Runs tests against a running proxy and its error log, with the markers of go-ftw (docs/spec/ftw.md#markers). */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { FtwOutcome, FtwSummary } from './ftw-types.ts';
import { type LogTail, openLogTail } from './log-tail.ts';
import { type RunOptions, runTests } from './run-tests.ts';
import { type Address, sendRequest } from './send-request.ts';

const MARKER_HEADER = 'X-CRS-Test';
const MARKER_TRIES = 20;

/** A marker did not appear in the log: the log is not that of the proxy, or the marker rule is missing. */
export class MarkerError extends Error {}

/**
 * Runs the selected tests and judges every stage. The proxy needs the marker rule (test/cli/ftw/base.conf) and must
 * write its log in order. Rejects when no server listens, and with MarkerError.
 */
export async function runFtwOverTcp(
  options: RunOptions & Address & { readonly logFile: string },
): Promise<FtwSummary> {
  const tail = openLogTail(options.logFile);
  try {
    return await runTests(options, {
      exchange: (request) => exchangeMarked(options, tail, request),
      unjudged: () => undefined,
    });
  } finally {
    tail.close();
  }
}

async function exchangeMarked(
  address: Address,
  tail: LogTail,
  request: ByteString,
): Promise<FtwOutcome> {
  const id = randomUUID();
  await mark(address, tail, `${id}-s`);
  const response = await sendRequest(address, request);
  const seen = await mark(address, tail, `${id}-e`);
  return { response, lines: seen.filter((line) => !isMarkerLine(line)) };
}

/** Sends the marker until it is the last marker in the log. Returns the lines before the first line with this marker. */
async function mark(address: Address, tail: LogTail, id: string): Promise<readonly ByteString[]> {
  const request = markerRequest(id);
  const seen: ByteString[] = [];
  for (let attempt = 1; attempt <= MARKER_TRIES; attempt += 1) {
    await sendRequest(address, request);
    // The proxy may write the log shortly after the response: read again before the marker is sent again.
    for (let look = 0; look < 3; look += 1) {
      if (look > 0) await wait(look * 5);
      seen.push(...tail.readLines());
      const last = seen.findLast(isMarkerLine);
      if (last?.includes(id))
        return seen.slice(
          0,
          seen.findIndex((line) => line.includes(id)),
        );
    }
  }
  const needs = `The server needs a rule that logs ${MARKER_HEADER}, and --log is its error log.`;
  throw new MarkerError(
    `The marker ${id} did not reach the log after ${MARKER_TRIES} requests. ${needs}`,
  );
}

function isMarkerLine(line: ByteString): boolean {
  return line.toLowerCase().includes(MARKER_HEADER.toLowerCase());
}

function markerRequest(id: string): ByteString {
  return [
    'GET /status/200 HTTP/1.1',
    'Accept: */*',
    'User-Agent: go-ftw test agent',
    'Host: localhost',
    `${MARKER_HEADER}: ${id}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n');
}
