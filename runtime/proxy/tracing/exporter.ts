/**
 * Makes spans and posts them to an OTLP/HTTP endpoint with OpenTelemetry's packages, which encode, compress and
 * retry.
 */
import { ExportResultCode } from '@opentelemetry/core';
import {
  createOtlpHttpExportDelegate,
  httpAgentFactoryFromOptions,
} from '@opentelemetry/otlp-exporter-base/node-http';
import type { IExportTraceServiceResponse } from '@opentelemetry/otlp-transformer';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { messageOf } from '../message-of.ts';
import { decodeExchanges } from './decode-exchanges.ts';
import { type Encoding, json, protobuf } from './encoding.ts';
import type { Exporter, ExporterStart, Sent } from './messages.ts';
import { spansOf } from './spans-of.ts';

/** The queue sends one batch at a time. */
const MOST_BATCHES = 1;

/**
 * A multiple of the time within which a batch must be sent. OpenTelemetry's packages begin no attempt after that time,
 * but wait for the end of a response as long as bytes of it arrive.
 */
const LATE = 2;
const ENDLESS: Sent = { kind: 'Lost', reason: 'the response does not end' };

export function createExporter(start: ExporterStart): Exporter {
  return start.protocol === 'http/json' ? exporterWith(json, start) : exporterWith(protobuf, start);
}

function exporterWith<Part>(encoding: Encoding<Part>, start: ExporterStart): Exporter {
  const resource = defaultResource().merge(resourceFromAttributes(start.resource));
  let taken: Sent = { kind: 'Taken' };
  const delegate = createOtlpHttpExportDelegate<readonly Part[], unknown>(
    {
      url: start.url,
      headers: async () => ({ ...start.headers, 'Content-Type': encoding.type }),
      timeoutMillis: start.timeout,
      concurrencyLimit: MOST_BATCHES,
      compression: start.compression,
      agentFactory: httpAgentFactoryFromOptions({ keepAlive: true, ...start.certificates }),
    },
    {
      serializeRequest: encoding.join,
      deserializeResponse: (body) => {
        taken = takenOf(encoding.readResponse(body));
        return {};
      },
    },
    'otlp_http_span_exporter',
    { name: 'span', countItems: (parts) => parts.length },
    undefined,
  );
  const batches = new Map<number, Part[]>();
  return {
    add: (batch, groups) => {
      const parts = batches.get(batch) ?? [];
      batches.set(batch, parts);
      for (const group of groups) {
        const exchanges = decodeExchanges(group);
        parts.push(
          encoding.encode(
            exchanges.flatMap((exchange) => spansOf(exchange, resource, start.redact)),
          ),
        );
      }
    },
    send: (batch) =>
      new Promise((resolve) => {
        const parts = batches.get(batch) ?? [];
        batches.delete(batch);
        taken = { kind: 'Taken' };
        const give = (sent: Sent): void => {
          clearTimeout(timer);
          resolve(sent);
        };
        const timer = setTimeout(give, LATE * start.timeout, ENDLESS).unref();
        try {
          delegate.export(parts, ({ code, error }) => {
            const isTaken = code === ExportResultCode.SUCCESS;
            give(isTaken ? taken : { kind: 'Lost', reason: reasonOf(error) });
          });
        } catch (error) {
          give({ kind: 'Lost', reason: messageOf(error) });
        }
      }),
    end: () => {},
  };
}

/** Reads the partial success of a response (https://opentelemetry.io/docs/specs/otlp/#partial-success-1). */
function takenOf(response: IExportTraceServiceResponse | null): Sent {
  const { rejectedSpans = 0, errorMessage = '' } = response?.partialSuccess ?? {};
  // JSON has an int64 as text.
  const rejected = Number(rejectedSpans);
  if (!(rejected > 0)) return { kind: 'Taken' };
  const reason = errorMessage.replace(/\p{Cc}+/gu, ' ') || 'no reason given';
  return { kind: 'Partial', rejected, reason };
}

function reasonOf(error: (Error & { readonly code?: unknown }) | undefined): string {
  return error?.message || String(error?.code ?? 'no response');
}
