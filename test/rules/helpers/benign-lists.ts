/** Lists of requests in test/rules/benign that applications get every day: how a list is written. */
import type { ParsedRequest } from '#compiler/cli/requests/parse-request.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { benignRequest, carriers, request } from '#scripts/rules-report/benign-requests.ts';

export type BenignCase = {
  /** Highest paranoia level at which the request must pass. */
  readonly level: 1 | 2;
  /** The line of the list. */
  readonly line: string;
  readonly requests: readonly ParsedRequest[];
};

/** A line is a kind, a blank and a text; `# PL1 subject` is the heading of those below it. Throws at any other line. */
export function readBenign(list: string): readonly BenignCase[] {
  const cases: BenignCase[] = [];
  let level: 1 | 2 | undefined;
  for (const line of list.split('\n')) {
    const heading = /^# PL([12]) ./.exec(line);
    if (heading !== null) level = heading[1] === '1' ? 1 : 2;
    else if (line !== '') {
      if (level === undefined) throw new Error(`No heading above ${line}`);
      const blank = line.indexOf(' ');
      cases.push({
        level,
        line,
        requests: requestsOf(line.slice(0, blank), line.slice(blank + 1)),
      });
    }
  }
  return cases;
}

function requestsOf(kind: string, text: string): readonly ParsedRequest[] {
  switch (kind) {
    case 'text':
      return carriers.map((carrier) => benignRequest(text, carrier));
    case 'path':
      return [request('GET', text, [], '')];
    case 'query':
      return [request('GET', `/items?${text}`, [], '')];
    case 'cookie':
      return [request('GET', '/', [['Cookie', text]], '')];
    case 'form':
      return [posted('application/x-www-form-urlencoded', text)];
    case 'csp':
      return [posted('application/csp-report', text, REPORT)];
    case 'reports':
      return [posted('application/reports+json', text, REPORT)];
    case 'json':
      return [posted('application/json', text)];
    default:
      throw new Error(`No kind of request: ${kind}`);
  }
}

/** What browsers say of a report that they send by themselves. */
const REPORT: readonly Header[] = [['Sec-Fetch-Dest', 'report']];

function posted(type: string, body: string, headers: readonly Header[] = []): ParsedRequest {
  const own = [
    ['Content-Type', type],
    ['Content-Length', String(body.length)],
  ] as const;
  return request('POST', '/items', [...headers, ...own], body);
}
