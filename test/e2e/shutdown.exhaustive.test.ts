/** SIGTERM to four workers without a delay, many times: what breaks is a matter of moments. */
import { test } from 'node:test';
import { isBuilt, PROXY } from './helpers/built.ts';
import { stopUnderLoad } from './helpers/stop-under-load.ts';

test('no connection that a worker has accepted is reset, however often it is tried', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const rows = Array.from({ length: 8 }, () => ['4', 0] as const);
  console.log(await stopUnderLoad(t, rows));
});
