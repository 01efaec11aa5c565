/** Audit records of made-up requests, and what a report makes of them. */
import assert from 'node:assert/strict';
import { type AggregateOptions, createAggregate } from '#compiler/cli/commands/report/aggregate.ts';
import type { ReportDocument } from '#compiler/cli/commands/report/document.ts';
import { readEntry } from '#compiler/cli/commands/report/log/entry.ts';

export type RecordFields = {
  readonly time?: string;
  readonly client?: string;
  readonly host?: string;
  readonly uri?: string;
  readonly isBlocked?: boolean;
  readonly agent?: string;
  readonly matches?: readonly {
    readonly id: string;
    readonly message?: string;
    readonly data?: string;
    readonly tags?: readonly string[];
  }[];
};

/** A line without its end, as the proxy writes it with parts ABHZ. */
export function auditLine(fields: RecordFields = {}): string {
  const { time = '2026-11-01T10:00:00.000Z', client = '192.0.2.1', host = 'a.example' } = fields;
  const { uri = '/', isBlocked = false, agent = 'curl', matches = [{ id: '942100' }] } = fields;
  return JSON.stringify({
    transaction: {
      timestamp: time,
      unix_timestamp: Date.parse(time) * 1_000_000,
      id: 'id',
      client_ip: client,
      server_id: host,
      request: { method: 'GET', uri, headers: { host: [`${host}:8080`], 'user-agent': [agent] } },
      response: { status: isBlocked ? 403 : 200, headers: {} },
      is_interrupted: isBlocked,
      messages: matches.map(({ id, message = 'SQL', data = '', tags = [] }) => ({
        rule_id: id,
        message,
        data,
        tags,
      })),
    },
  });
}

type Counted = Pick<ReportDocument, 'period' | 'time' | 'dimensions' | 'requests'> & {
  readonly before: ReportDocument['period'];
};

export function counted(
  lines: readonly string[],
  options: Partial<AggregateOptions> = {},
): Counted {
  const aggregate = createAggregate({
    span: undefined,
    comparedSpan: undefined,
    countryOf: undefined,
    ...options,
  });
  for (const line of lines) {
    const entry = readEntry(line);
    assert.ok(entry, line);
    aggregate.add(entry, line);
  }
  return aggregate.result();
}

/** Keys of a dimension with blocked, detected. */
export function barsOf(
  { dimensions }: Pick<Counted, 'dimensions'>,
  name: string,
): readonly string[] {
  const bars = dimensions.find((dimension) => dimension.name === name)?.bars ?? [];
  return bars.map(({ key, now }) => `${key} ${now.blocked} ${now.detected}`);
}

/** A report without anything in it. */
export const EMPTY: ReportDocument = {
  schemaVersion: 1,
  generator: 'test',
  logs: [],
  period: { blocked: 0, detected: 0, unmatched: 0 },
  time: { step: 60_000, bars: [] },
  dimensions: [],
  requests: [],
  falseAlarms: { candidates: [], exclusions: { kind: 'None', reason: '' } },
};
