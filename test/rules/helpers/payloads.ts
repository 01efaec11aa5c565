/** Lists of single attack values in test/rules/payloads: how a list is written, and how a value travels. */
import type { ParsedRequest } from '#compiler/cli/requests/parse-request.ts';
import { benignRequest, request } from '#scripts/rules-report/benign-requests.ts';

export type Payload = {
  /** Lowest paranoia level at which the value must reach the threshold. */
  readonly level: 1 | 2;
  readonly technique: string;
  readonly text: string;
};

/** The control pictures that stand for the characters a line cannot hold. */
const pictures: ReadonlyMap<string, string> = new Map([
  ['␀', '\0'],
  ['␉', '\t'],
  ['␊', '\n'],
  ['␍', '\r'],
]);

/** A line is a value; `# PL1 technique` is the heading of those below it. Throws at a value without one. */
export function readPayloads(list: string): readonly Payload[] {
  const payloads: Payload[] = [];
  let heading: Omit<Payload, 'text'> | undefined;
  for (const line of list.split('\n')) {
    const [, level, technique = ''] = /^# PL([12]) (.+)$/.exec(line) ?? [];
    if (level !== undefined) heading = { level: level === '1' ? 1 : 2, technique };
    else if (line !== '') {
      if (heading === undefined) throw new Error(`No heading above ${line}`);
      payloads.push({
        ...heading,
        text: line.replace(/[␀␉␊␍]/g, (each) => pictures.get(each) ?? each),
      });
    }
  }
  return payloads;
}

/** The value as one of two arguments of a query, sent by a browser. */
export const payloadRequest = (text: string): ParsedRequest => benignRequest(text, 'query');

/** The value as a segment of the path, between two others. */
export const segmentRequest = (text: string): ParsedRequest =>
  request('GET', `/items/${encodeURIComponent(text)}/x`, [], '');
