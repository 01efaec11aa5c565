/** Reads the requests of audit logs, one log after another, line by line. */
import { countNoun } from '#compiler/count-noun.ts';
import { reasonOf } from '../../output/reason-of.ts';
import { createLogProgress, type LogFile } from '../../replay/log-files.ts';
import { type Lines, readLines } from '../../replay/read-lines.ts';
import { type LoggedRequest, readLoggedRequest } from './logged-request.ts';

export type AuditLogs = {
  /** Reads the logs; call it once. */
  readonly requests: () => AsyncGenerator<LoggedRequest>;
  /** Returns what could not be read so far, in sentences. */
  readonly problems: () => readonly string[];
  /** Returns why there is no record at all; undefined when there is one, or when the logs are empty. */
  readonly failure: () => string | undefined;
};

/** Lines that are no records are counted, because logs may end within a line. */
export function createAuditLogs(logs: readonly LogFile[]): AuditLogs {
  const showProgress = createLogProgress(logs);
  const problems: string[] = [];
  let records = 0;
  let unreadable = 0;
  function* requestsOf({ lines }: Lines): Generator<LoggedRequest> {
    for (const line of lines) {
      const text = line?.toString('utf8');
      if (text !== undefined && text.trim() === '') continue;
      const request = text === undefined ? undefined : readLoggedRequest(text);
      if (request === undefined) unreadable += 1;
      else {
        records += 1;
        yield request;
      }
    }
  }
  async function* requests(): AsyncGenerator<LoggedRequest> {
    let done = 0;
    for (const log of logs) {
      let read = 0;
      const onBytes = (bytes: number): void => {
        read = bytes;
        showProgress(log, done, read);
      };
      try {
        for await (const lines of readLines(log.path, onBytes)) yield* requestsOf(lines);
      } catch (error) {
        problems.push(`Cannot read the audit log ${log.path} to its end. ${reasonOf(error)}`);
      }
      done += read;
    }
  }
  return {
    requests,
    problems: () =>
      unreadable === 0
        ? problems
        : [...problems, `${countNoun(unreadable, 'line')} of the log could not be read.`],
    failure: () => {
      if (records > 0) return undefined;
      const names = logs.map(({ path }) => path).join(', ');
      return (
        problems[0] ?? (unreadable === 0 ? undefined : `${names}: no line is a JSON audit record.`)
      );
    },
  };
}
