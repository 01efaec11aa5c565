/** Environment variables of traces, as OpenTelemetry names them (docs/tracing.md). */
import { keyValues, otlpHeaders } from './otlp-types.ts';
import { setting } from './setting.ts';
import { boolean, choice, decimal, httpUrl, integer, text } from './setting-types.ts';

const none = { shown: 'none' };
const MAX_MS = 86_400_000;

export const tracingSettings = {
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl,
    '',
    'Base URL to which traces are sent by OTLP/HTTP; `/v1/traces` is appended (docs/tracing.md).',
    { shown: 'none: no traces' },
  ),
  otlpTracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    httpUrl,
    '',
    'Full URL to which traces are sent, used as it is in place of OTEL_EXPORTER_OTLP_ENDPOINT.',
    none,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    otlpHeaders,
    [],
    'Headers to send with traces: `name=value,name=value`, percent-encoded.',
    none,
  ),
  otlpTracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    otlpHeaders,
    [],
    'Additional headers to send with traces; they override those of OTEL_EXPORTER_OTLP_HEADERS with the same name.',
    none,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    choice('http/json', 'http/protobuf'),
    'http/protobuf',
    'How spans are encoded for sending. gRPC is not supported.',
  ),
  otlpTimeout: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    integer(1, MAX_MS),
    10_000,
    'Milliseconds that sending a batch of spans may take, including retries.',
  ),
  otlpCompression: setting(
    'OTEL_EXPORTER_OTLP_COMPRESSION',
    choice('none', 'gzip'),
    'none',
    'How spans are compressed for sending.',
  ),
  otlpCertificate: setting(
    'OTEL_EXPORTER_OTLP_CERTIFICATE',
    text,
    '',
    'File with the certificate authorities (PEM) that the certificate of an https:// endpoint of traces is verified against.',
    { shown: 'those of Node' },
  ),
  otlpClientCertificate: setting(
    'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
    text,
    '',
    'File with the client certificate (PEM) to send to the endpoint of traces.',
    none,
  ),
  otlpClientKey: setting(
    'OTEL_EXPORTER_OTLP_CLIENT_KEY',
    text,
    '',
    'File with the private key (PEM) of OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE.',
    none,
  ),
  otelServiceName: setting(
    'OTEL_SERVICE_NAME',
    text,
    '',
    'Value of the attribute `service.name` of the spans.',
    {
      shown: 'that of OTEL_RESOURCE_ATTRIBUTES, else `portcullis`',
    },
  ),
  otelResourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    keyValues,
    [],
    'Resource attributes of the spans: `key=value,key=value`, percent-encoded.',
    none,
  ),
  otelTracesExporter: setting(
    'OTEL_TRACES_EXPORTER',
    choice('otlp', 'none'),
    'otlp',
    'Where traces go: `otlp` sends them to the endpoint, `none` switches traces off.',
  ),
  otelTracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    choice(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Which requests have spans. With `parentbased_` the `traceparent` header of the request decides, and the rest of the name decides for requests without one.',
  ),
  otelTracesSamplerArgument: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    decimal(0, 1),
    1,
    'Fraction of the traces that `traceidratio` samples, from 0 to 1.',
  ),
  otelBatchDelay: setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    integer(1, MAX_MS),
    5000,
    'Maximum number of milliseconds that a span waits for others before the batch is sent.',
  ),
  otelBatchSize: setting(
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    integer(1, 100_000),
    512,
    'Maximum number of spans that are sent in one batch.',
  ),
  otelQueueSize: setting(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    integer(1, 1_000_000),
    2048,
    'Maximum number of spans that may wait in each process; spans above the limit are dropped and counted.',
  ),
  otelDisabled: setting(
    'OTEL_SDK_DISABLED',
    boolean,
    false,
    'Switches traces off, whatever the other settings are.',
  ),
} as const;
