/** Environment variables of traces, as OpenTelemetry names them (docs/tracing.md). */
import { keyValues, otlpHeaders, otlpUrl } from './otlp-types.ts';
import { setting } from './setting.ts';
import { boolean, choice, decimal, integer, text } from './setting-types.ts';

const none = { shown: 'none' };
const MAX_MS = 86_400_000;

export const tracingSettings = {
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    otlpUrl,
    '',
    'Where traces go by OTLP/HTTP: `/v1/traces` of this URL (docs/tracing.md).',
    { shown: 'none: no traces' },
  ),
  otlpTracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    otlpUrl,
    '',
    'The whole URL instead.',
    none,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    otlpHeaders,
    [],
    'Headers to send there: `name=value,name=value`, percent-encoded.',
    none,
  ),
  otlpTracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    otlpHeaders,
    [],
    'More of them, in place of those with the same name.',
    none,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    choice('http/json', 'http/protobuf'),
    'http/protobuf',
    'How spans are encoded. There is no gRPC.',
  ),
  otlpTimeout: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    integer(1, MAX_MS),
    10_000,
    'Milliseconds in which spans must be taken, retries included.',
  ),
  otlpCompression: setting(
    'OTEL_EXPORTER_OTLP_COMPRESSION',
    choice('none', 'gzip'),
    'none',
    'How spans are compressed.',
  ),
  otlpCertificate: setting(
    'OTEL_EXPORTER_OTLP_CERTIFICATE',
    text,
    '',
    'Authorities of an endpoint with https://, in PEM format.',
    { shown: 'those of Node' },
  ),
  otlpClientCertificate: setting(
    'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
    text,
    '',
    'Certificate to show there, in PEM format.',
    none,
  ),
  otlpClientKey: setting('OTEL_EXPORTER_OTLP_CLIENT_KEY', text, '', 'Its private key.', none),
  otelServiceName: setting('OTEL_SERVICE_NAME', text, '', '`service.name` of the spans.', {
    shown: 'that of OTEL_RESOURCE_ATTRIBUTES, else `portcullis`',
  }),
  otelResourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    keyValues,
    [],
    'Attributes of this service: `key=value,key=value`, percent-encoded.',
    none,
  ),
  otelTracesExporter: setting(
    'OTEL_TRACES_EXPORTER',
    choice('otlp', 'none'),
    'otlp',
    '`none` switches traces off.',
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
    'Which requests have spans; `parentbased_`: those whose `traceparent` says so, and the rest of the name decides where there is none.',
  ),
  otelTracesSamplerArgument: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    decimal(0, 1),
    1,
    'The part of the traces for `traceidratio`.',
  ),
  otelBatchDelay: setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    integer(1, MAX_MS),
    5000,
    'Milliseconds that spans wait for others at most.',
  ),
  otelBatchSize: setting(
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    integer(1, 100_000),
    512,
    'Spans that are sent at once.',
  ),
  otelQueueSize: setting(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    integer(1, 1_000_000),
    2048,
    'Spans that may wait in a process; more are dropped and counted.',
  ),
  otelDisabled: setting(
    'OTEL_SDK_DISABLED',
    boolean,
    false,
    'Switches traces off whatever else is set.',
  ),
} as const;
