/** Posts spans to an endpoint of OTLP/HTTP, by the package's transport: retries, compression, certificates. */
import { readFileSync } from 'node:fs';
import { ExportResultCode } from '@opentelemetry/core';
import {
  createOtlpHttpExportDelegate,
  httpAgentFactoryFromOptions,
} from '@opentelemetry/otlp-exporter-base/node-http';
import type { ProxySettings } from '../settings/read-settings.ts';
import { ended, type SpanBatch } from './span-batch.ts';
import { REQUEST_TAIL } from './span-json.ts';
import type { SendSpans } from './span-queue.ts';

/** The queue sends one batch at a time. */
const MOST_BATCHES = 1;

/** Throws when a file of certificates cannot be read. */
export function openSender(url: string, settings: ProxySettings): SendSpans {
  const { otlpHeaders, otlpTracesHeaders, otlpTimeout, otlpCompression } = settings;
  const headers = {
    ...Object.fromEntries([...otlpHeaders, ...otlpTracesHeaders]),
    'Content-Type': 'application/json',
  };
  const delegate = createOtlpHttpExportDelegate<SpanBatch, unknown>(
    {
      url,
      headers: async () => ({ ...headers }),
      timeoutMillis: otlpTimeout,
      concurrencyLimit: MOST_BATCHES,
      compression: otlpCompression,
      agentFactory: httpAgentFactoryFromOptions({ keepAlive: true, ...certificates(settings) }),
    },
    {
      serializeRequest: (batch) => ended(batch, REQUEST_TAIL),
      // What a receiver says beside its status changes nothing.
      deserializeResponse: () => ({}),
    },
    'otlp_http_json_span_exporter',
    { name: 'span', countItems: ({ spans }) => spans },
    undefined,
  );
  return (batch) =>
    new Promise((resolve) => {
      delegate.export(batch, ({ code, error }) => {
        const isTaken = code === ExportResultCode.SUCCESS;
        resolve(isTaken ? { kind: 'Taken' } : { kind: 'Lost', reason: reasonOf(error) });
      });
    });
}

function reasonOf(error: (Error & { readonly code?: unknown }) | undefined): string {
  return error?.message || String(error?.code ?? 'no answer');
}

function certificates(settings: ProxySettings): Readonly<Record<string, Buffer>> {
  const { otlpCertificate, otlpClientCertificate, otlpClientKey } = settings;
  const files = [
    ['ca', otlpCertificate],
    ['cert', otlpClientCertificate],
    ['key', otlpClientKey],
  ] as const;
  const read = files
    .filter(([, path]) => path !== '')
    .map(([option, path]) => [option, readFileSync(path)] as const);
  return Object.fromEntries(read);
}
