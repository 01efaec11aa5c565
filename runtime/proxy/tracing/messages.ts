/** The messages between the thread that serves requests and the one that exports their spans. */
import type { Redaction } from '../../engine/log/redact.ts';
import type { TracedExchange } from './traced-exchange.ts';

/** What a thread is started with. */
export type ExporterStart = {
  readonly kind: 'Exporter';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: 'http/json' | 'http/protobuf';
  readonly compression: 'none' | 'gzip';
  /** Milliseconds in which a batch must be taken, retries included. */
  readonly timeout: number;
  /** Options of Node's TLS, in PEM format. */
  readonly certificates: Readonly<Record<string, Uint8Array>>;
  /** Attributes of this service. */
  readonly resource: Readonly<Record<string, string>>;
  readonly redact: Redaction;
};

export type ToExporter =
  /** A part of a batch; others may follow. */
  | {
      readonly kind: 'Add';
      readonly batch: number;
      readonly exchanges: readonly TracedExchange[];
    }
  | { readonly kind: 'Send'; readonly batch: number };

/** What has become of a batch. */
export type Sent =
  | { readonly kind: 'Taken' }
  /** After all retries. */
  | { readonly kind: 'Lost'; readonly reason: string };

export type Exporter = {
  readonly add: (batch: number, exchanges: readonly TracedExchange[]) => void;
  /** One batch at a time. Never rejects. */
  readonly send: (batch: number) => Promise<Sent>;
  readonly end: () => void;
};

export function isExporterStart(data: unknown): data is ExporterStart {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'Exporter';
}
