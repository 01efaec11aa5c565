/** Decides whether a stage passes, by the checks of go-ftw in their order (docs/spec/ftw.md#verdict). */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { FtwOutcome, FtwOutput, FtwResponse } from './ftw-types.ts';
import { ruleIds } from './rule-ids.ts';

/** Returns one sentence about why the stage fails, or undefined when it passes. */
export function judge(expected: FtwOutput, { response, lines }: FtwOutcome): string | undefined {
  if (expected.expectError) {
    return response.kind === 'received' ? 'Expected no HTTP response, received one.' : undefined;
  }
  return (
    judgeResponse(expected, response) ??
    judgePresence(expected, lines) ??
    judgeAbsence(expected, lines)
  );
}

function judgeResponse(expected: FtwOutput, response: FtwResponse): string | undefined {
  switch (response.kind) {
    case 'unobserved':
      return undefined;
    case 'none':
      return 'Received no HTTP response.';
    case 'received':
      return judgeReceived(expected, response.status, response.text);
  }
}

function judgeReceived(
  { status, responseContains }: FtwOutput,
  received: number,
  text: ByteString,
): string | undefined {
  // Status 0 expects nothing, as in go-ftw.
  if (status && status !== received) return `Expected status ${status}, received ${received}.`;
  if (responseContains && !responseContains.test(text)) {
    return `The response does not match ${responseContains}.`;
  }
  return undefined;
}

function judgePresence(expected: FtwOutput, lines: readonly ByteString[]): string | undefined {
  const { matchRegex, expectIds, isolated } = expected;
  if (matchRegex && !lines.some((line) => matchRegex.test(line))) {
    return `No log line matches ${matchRegex}.`;
  }
  const found = ruleIds(lines);
  const missing = expectIds.filter((id) => !found.includes(id));
  if (missing.length > 0) return `Not in the log: ${missing.join(', ')}.`;
  if (isolated && found.length !== 1)
    return `Expected a single rule in the log, found ${found.length}.`;
  return undefined;
}

function judgeAbsence(expected: FtwOutput, lines: readonly ByteString[]): string | undefined {
  const { noMatchRegex, noExpectIds } = expected;
  if (noMatchRegex && lines.some((line) => noMatchRegex.test(line))) {
    return `A log line matches ${noMatchRegex}.`;
  }
  const unexpected = ruleIds(lines).filter((id) => noExpectIds.includes(id));
  return unexpected.length > 0 ? `Unexpected in the log: ${unexpected.join(', ')}.` : undefined;
}
