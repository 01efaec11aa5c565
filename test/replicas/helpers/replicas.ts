/** Replicas of the proxy in the test's process, each with its own connection to the store. */
import type { TestContext } from 'node:test';
import {
  startTestProxy,
  type TestProxy,
  type TestProxyOptions,
} from '../../proxy/helpers/start-proxy.ts';

/** Rate limit of 20 a second with a burst of 50; clients name themselves in X-Forwarded-For. */
export function startReplicas(
  t: TestContext,
  count: number,
  url: string,
  environment: Readonly<Record<string, string>> = {},
  options: Omit<TestProxyOptions, 'environment'> = {},
): Promise<readonly TestProxy[]> {
  const one = (): Promise<TestProxy> =>
    startTestProxy(t, {
      ...options,
      environment: {
        SHARED_STATE_URL: url,
        PROXY_RATE_LIMIT: '20',
        PROXY_RATE_BURST: '50',
        TRUSTED_PROXIES: '127.0.0.0/8',
        ADMIN_PORT: '0',
        ...environment,
      },
    });
  return Promise.all(Array.from({ length: count }, one));
}
