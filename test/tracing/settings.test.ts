/** Variables of OpenTelemetry: what is refused, in which words, and where spans go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { shownUrl, tracesUrl } from '#proxy/settings/traces-endpoint.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { startTestProxy } from '../proxy/helpers/start-proxy.ts';

const refused: readonly (readonly [environment: Record<string, string>, error: string])[] = [
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT: is not a URL that begins with http:// or https://.',
  ],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector' },
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: is not a URL that begins with http:// or https://.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 's3cret' },
    'OTEL_EXPORTER_OTLP_HEADERS: an entry is not key=value.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'api key=s3cret' },
    'OTEL_EXPORTER_OTLP_HEADERS: an entry has no name of a header before its "=".',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=s3cret%0d%0aX-Other: 1' },
    'OTEL_EXPORTER_OTLP_HEADERS: the value of x-key has a character that no header may have.',
  ],
  [
    { OTEL_RESOURCE_ATTRIBUTES: 'a=100%' },
    'OTEL_RESOURCE_ATTRIBUTES: an entry has a "%" that begins no percent-encoded UTF-8.',
  ],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" is not one of http/json, http/protobuf.',
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: "2" is not a number from 0 to 1.'],
];

test('a value that makes no sense is refused in one line, without the secret', async (t) => {
  let ran = 0;
  for (const [environment, error] of refused) {
    await t.test(rowTitle(JSON.stringify(environment)), () => {
      assert.deepEqual(readSettings(environment).errors, [error]);
      ran += 1;
    });
  }
  assert.equal(ran, 8);
});

const urls: readonly (readonly [environment: Record<string, string>, url: string | undefined])[] = [
  [{}, undefined],
  [{ OTEL_SERVICE_NAME: 'x' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, 'http://c:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }, 'http://c:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp' }, 'https://c/otlp/v1/traces'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://d/x' },
    'http://d/x',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'TRUE' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, undefined],
];

test('spans go to /v1/traces of the endpoint, or to the whole URL', async (t) => {
  let ran = 0;
  for (const [environment, url] of urls) {
    await t.test(rowTitle(JSON.stringify(environment)), () => {
      const { settings, errors } = readSettings(environment);
      assert.deepEqual(errors, []);
      assert.equal(tracesUrl(settings), url);
      ran += 1;
    });
  }
  assert.equal(ran, 8);
  assert.equal(shownUrl('https://user:secret@c:4318/v1/traces?key=x'), 'https://c:4318/v1/traces');
});

test('a certificate that is not there ends the start with one line', async (t) => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.pem',
  };
  await assert.rejects(startTestProxy(t, { environment }), (error: Error) => {
    assert.match(
      error.message,
      /^OTEL_EXPORTER_OTLP_CERTIFICATE: .* cannot be read\. There is no such file\.$/,
    );
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
});
