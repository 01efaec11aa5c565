/**
 * Checks every backend of BACKENDS and POLICIES as the proxy uses it: connection, TLS, and the path of health checks.
 */
import type { RuleFiles } from '#compiler/rule-files.ts';
import { openBackendTls } from '#proxy/backend/backend-tls.ts';
import { checkHealth, isHealthyStatus } from '#proxy/backend/check-health.ts';
import { type Connect, createConnector } from '#proxy/backend/connect-backend.ts';
import { checkHost } from '#proxy/backend/health-checks.ts';
import { hostAddresses } from '#proxy/backend/open-access.ts';
import { type Connection, tryConnection } from '#proxy/backend/try-connection.ts';
import { readPolicies } from '#proxy/policies/read-policies.ts';
import { addressLabel, type BackendAddress } from '#proxy/settings/backend-address.ts';
import { type BackendMap, groupsOf } from '#proxy/settings/backend-map.ts';
import type { ProxySettings } from '#proxy/settings/read-settings.ts';
import { DAY_MS, WARNING_DAYS } from './check-certificates.ts';
import { type Check, type Condition, failed, note, ok } from './condition.ts';

const PART = 'backend';

/** The default of BACKENDS is not checked, because it is only for experiments. */
export const checkBackends: Check = async ({ files, read, environment }) => {
  const { settings, faulty } = read;
  const { BACKENDS: configured = '' } = environment;
  const isListed = configured.trim() !== '' && !faulty.has('BACKENDS');
  const maps = [...(isListed ? [settings.backends] : []), ...ofPolicies(settings.policies, files)];
  if (maps.length === 0) return [];
  const tls = openBackendTls(settings);
  if (tls.kind === 'Failed') {
    const hint = 'BACKEND_CA, BACKEND_CERT and BACKEND_KEY are files in PEM format.';
    return tls.problems.map((problem) => failed(PART, problem, hint));
  }
  const addresses = hostAddresses(settings, () => {});
  const connector = createConnector(tls.tls, addresses?.lookup);
  const members = maps.flatMap(groupsOf).flat();
  const backends = new Map<string, BackendAddress>();
  for (const member of members) backends.set(addressLabel(member), member);
  const conditions = await Promise.all(
    [...backends].map(([label, address]) =>
      conditionsOf(label, address, connector(address), settings),
    ),
  );
  addresses?.stop();
  return conditions.flat();
};

/** Returns the backends of policies. Errors in the file itself are reported by another check. */
function ofPolicies(path: string, files: RuleFiles): readonly BackendMap[] {
  const text = path === '' ? undefined : files.read(path);
  if (text === undefined) return [];
  return readPolicies(text).policies.flatMap(({ backends }) => backends ?? []);
}

async function conditionsOf(
  label: string,
  address: BackendAddress,
  connect: Connect,
  settings: ProxySettings,
): Promise<readonly Condition[]> {
  const { backendCheckPath: path, backendCheckHost, backendCheckTimeout: timeout } = settings;
  const tried = await tryConnection(connect, settings.backendConnectTimeout);
  const connection = connectionCondition(label, tried);
  if (connection.state === 'failed' || path === undefined) return [connection];
  const host = backendCheckHost ?? checkHost(address);
  const result = await checkHealth(connect, { path, host, timeout });
  const hint = 'Health checks expect 2xx or 3xx: see BACKEND_CHECK_PATH and BACKEND_CHECK_HOST.';
  if (result.kind === 'Failed')
    return [connection, failed(PART, `${label}: ${path}: ${result.failure.text}`, hint)];
  const message = `${label} responds with ${result.status} for ${path}`;
  return [
    connection,
    isHealthyStatus(result.status) ? ok(PART, message) : failed(PART, message, hint),
  ];
}

function connectionCondition(label: string, connection: Connection): Condition {
  if (connection.kind === 'Failed') {
    const hint = 'Check that it is running, and its address in BACKENDS or POLICIES.';
    return failed(PART, `${label}: ${connection.failure.text}`, hint);
  }
  const { certificate } = connection;
  if (certificate === undefined) return ok(PART, `${label} accepts connections`);
  const end = Date.parse(certificate.validTo);
  const days = Math.floor((end - Date.now()) / DAY_MS);
  const until = new Date(end).toISOString().slice(0, 10);
  const message = `${label} accepts connections, certificate valid until ${until}, ${days} days`;
  return days < WARNING_DAYS ? note(PART, message, 'Renew it on the backend.') : ok(PART, message);
}
