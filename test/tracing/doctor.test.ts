/** What doctor says of the endpoint of traces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTraces } from '#compiler/cli/commands/doctor/check-traces.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { startReceiver } from './helpers/otlp-receiver.ts';

async function linesOf(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const conditions = await checkTraces({
    files: disk,
    profiles: [],
    environment,
    read: readSettings(environment),
    nodeRelease: process.versions.node,
    nodeArguments: [],
    ownFolders: [],
    whyNotWritable: () => undefined,
    isFolder: () => false,
    whyNotFree: async () => undefined,
  });
  return conditions.map(({ state, message, hint }) => [state, message, hint].join(' | '));
}

test('the endpoint takes spans, refuses them, is no receiver, is away, or is not set', async (t) => {
  const status = { code: 200 };
  const receiver = await startReceiver(t, (response) => {
    response.statusCode = status.code;
    response.end('{}');
  });
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=s3cret',
  };
  const shown = `${receiver.url}/v1/traces`;
  assert.deepEqual(await linesOf(environment), [`ok | ${shown} accepts spans | `]);
  assert.equal(receiver.posts[0]?.headers['x-api-key'], 's3cret');
  status.code = 401;
  assert.match(
    (await linesOf(environment)).join(),
    /^failed \| \S+ responds with 401 \| Check the key/,
  );
  status.code = 404;
  assert.match(
    (await linesOf(environment)).join(),
    /^failed \| \S+ responds with 404 \| Set OTEL_/,
  );
  const away = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  assert.match(
    (await linesOf(away)).join(),
    /^failed \| \S+: connect ECONNREFUSED \S+ \| Requests/,
  );
  const missing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.pem',
  };
  assert.match(
    (await linesOf(missing)).join(),
    /^failed \| \S+: \/nowhere\/ca\.pem cannot be read\. There is no such file\./,
  );
  assert.match((await linesOf({})).join(), /^ok \| not used: OTEL_EXPORTER_OTLP_ENDPOINT is unset/);
});
