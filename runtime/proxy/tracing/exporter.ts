/**
 * Makes spans and posts them to an OTLP/HTTP endpoint with OpenTelemetry's packages, which encode, compress and
 * retry.
 */
import type { Agent } from 'node:http';
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

export function createExporter(start: ExporterStart): Exporter {
  return start.protocol === 'http/json' ? exporterWith(json, start) : exporterWith(protobuf, start);
}

function exporterWith<Part>(encoding: Encoding<Part>, start: ExporterStart): Exporter {
  const resource = defaultResource().merge(resourceFromAttributes(start.resource));
  const createAgent = httpAgentFactoryFromOptions({ keepAlive: true, ...start.certificates });
  let agent: Agent | undefined;
  let taken: Sent = { kind: 'Taken' };
  const delegate = createOtlpHttpExportDelegate<readonly Part[], unknown>(
    {
      url: start.url,
      headers: async () => ({ ...start.headers, 'Content-Type': encoding.type }),
      timeoutMillis: start.timeout,
      concurrencyLimit: MOST_BATCHES,
      compression: start.compression,
      agentFactory: async (protocol) => {
        agent = await createAgent(protocol);
        return agent;
      },
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
        // The package's own time-out starts again with every byte of the response.
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          agent?.destroy();
        }, start.timeout);
        const end = (sent: Sent): void => {
          clearTimeout(timer);
          resolve(sent);
        };
        try {
          delegate.export(parts, ({ code, error }) => {
            const reason = isLate ? 'Request timed out' : reasonOf(error);
            end(code === ExportResultCode.SUCCESS ? taken : { kind: 'Lost', reason });
          });
        } catch (error) {
          end({ kind: 'Lost', reason: messageOf(error) });
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
