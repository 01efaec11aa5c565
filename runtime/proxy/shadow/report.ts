/** Formats the lines of the report about a candidate, which `portcullis promote` reads (docs/shadow-rules.md). */
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import { escapeUnseen, showBytes } from '#engine/log/json-text.ts';
import { type Redaction, redactTarget } from '#engine/log/redact.ts';
import type { Change, Judgement } from './judgement.ts';

/** `candidate`: the SHA-256 hash of the module, in hexadecimal digits. */
export type ReportLine = { readonly candidate: string; readonly time: string } & (
  | ({ readonly kind: 'difference'; readonly change: Change } & RequestSummary & {
        readonly live: Judgement;
        readonly shadow: Judgement;
      })
  | ({ readonly kind: 'fault'; readonly problem: string } & RequestSummary)
  /** Counts since this process's last summary. */
  | { readonly kind: 'summary'; readonly judged: number; readonly dropped: number }
);

export type RequestSummary = {
  readonly request_id: string;
  readonly client_ip: string;
  readonly method: string;
  readonly host: string;
  readonly uri: string;
};

export function requestSummary(id: string, head: RequestHead, redact: Redaction): RequestSummary {
  return {
    request_id: id,
    client_ip: head.remoteAddress,
    method: head.method,
    host: head.serverName,
    uri: redactTarget(head.target, redact).slice(0, MAX_TEXT),
  };
}

/** Most bytes of a target that are shown. */
const MAX_TEXT = 2048;

/** Returns one line without its line end. Strings of `line` are byte strings. */
export function formatReportLine(line: ReportLine): string {
  const show = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? showBytes(value) : value;
  return escapeUnseen(JSON.stringify(line, show));
}
