/** Checks a backend regularly, and marks it as down or up. */
import { performance } from 'node:perf_hooks';
import { setTimeout as later } from 'node:timers/promises';
import { addressLabel, type BackendAddress } from '../settings/backend-address.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { Backend } from './backend.ts';
import { checkHealth, type HealthResult, isHealthyStatus } from './check-health.ts';

/**
 * Starts checks, the first one immediately. The returned function ends them. `report` gets one line per change of
 * state.
 */
export function startHealthChecks(
  backend: Backend,
  settings: ProxySettings,
  report: (line: string) => void,
): () => void {
  const path = settings.backendCheckPath;
  if (path === undefined) return () => {};
  const stopped = new AbortController();
  const { signal } = stopped;
  const host = settings.backendCheckHost ?? checkHost(backend.address);
  const healthRequest = { path, host, timeout: settings.backendCheckTimeout };
  const watch = async (): Promise<void> => {
    const note = healthOf(backend, settings, report);
    while (!signal.aborted) {
      const result = await checkHealth(backend.connect, healthRequest);
      if (signal.aborted) return;
      note(result);
      await later(settings.backendCheckInterval, undefined, { ref: false, signal });
    }
  };
  // The promise is rejected when checks are stopped.
  watch().catch(() => {});
  return () => stopped.abort();
}

/** Returns the Host header of a check: the name that the backend is configured with. */
export function checkHost(address: BackendAddress): string {
  if ('path' in address) return 'localhost';
  return address.tls?.serverName ?? addressLabel(address).replace('https://', '');
}

/** Returns a function that counts consecutive equal results and changes the backend's state at the thresholds. */
function healthOf(
  backend: Backend,
  { backendCheckUp, backendCheckDown }: ProxySettings,
  report: (line: string) => void,
): (result: HealthResult) => void {
  let inRow = 0;
  let lastSucceeded = true;
  return (result) => {
    const succeeded = result.kind === 'Responded' && isHealthyStatus(result.status);
    inRow = succeeded === lastSucceeded ? inRow + 1 : 1;
    lastSucceeded = succeeded;
    if (succeeded) backend.checks.succeeded += 1;
    else backend.checks.failed += 1;
    if (backend.isHealthy && !succeeded && inRow >= backendCheckDown) {
      backend.isHealthy = false;
      report(`Backend ${backend.label} is down: ${whyOf(result)}`);
    }
    if (!backend.isHealthy && succeeded && inRow >= backendCheckUp) {
      backend.isHealthy = true;
      backend.downUntil = 0;
      backend.recoveredAt = performance.now();
      report(`Backend ${backend.label} is up again`);
    }
  };
}

function whyOf(result: HealthResult): string {
  return result.kind === 'Responded' ? `it responds with ${result.status}` : result.failure.text;
}
