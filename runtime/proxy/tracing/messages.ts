/** The messages between the thread that serves requests and the thread that exports their spans. */
import type { Redaction } from '#engine/log/redact.ts';
import type { EncodedExchanges } from './encode-exchanges.ts';

/** The data with which a thread is started. */
export type ExporterStart = {
  readonly kind: 'Exporter';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: 'http/json' | 'http/protobuf';
  readonly compression: 'none' | 'gzip';
  /** Milliseconds within which a batch must be sent, including retries. */
  readonly timeout: number;
  /** Options of Node's TLS, in PEM format. */
  readonly certificates: Readonly<Record<string, string[] | Uint8Array>>;
  /** The resource attributes of this service. */
  readonly resource: Readonly<Record<string, string>>;
  readonly redact: Redaction;
};

export type ToExporter =
  /** A part of a batch; more may follow. */
  | {
      readonly kind: 'Add';
      readonly batch: number;
      readonly groups: readonly EncodedExchanges[];
    }
  | { readonly kind: 'Send'; readonly batch: number };

/** The result of sending a batch. */
export type Sent =
  | { readonly kind: 'Taken' }
  /** The endpoint accepted the batch without `rejected` of its spans. */
  | { readonly kind: 'Partial'; readonly rejected: number; readonly reason: string }
  /** The batch was not accepted, even after all retries. */
  | { readonly kind: 'Lost'; readonly reason: string };

export type Exporter = {
  readonly add: (batch: number, groups: readonly EncodedExchanges[]) => void;
  /** Sends a batch; the caller waits for the result before the next. Never rejects. */
  readonly send: (batch: number) => Promise<Sent>;
  readonly end: () => void;
};

export function isExporterStart(data: unknown): data is ExporterStart {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'Exporter';
}
