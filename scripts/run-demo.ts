/**
 * `make run`: runs a demo backend and the proxy on this machine, and prints two curl commands to try; Ctrl-C ends
 * both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type DemoBackend, startDemoBackend } from './demo-backend.ts';

const PROXY = 'dist/proxy.js';
const { DEMO_BACKEND_PORT = '5000' } = process.env;
const defaults = {
  PORT: '8081',
  LISTEN_HOST: '127.0.0.1',
  SHUTDOWN_TIMEOUT: '2',
  PROXY_WEB_HOSTS: 'localhost',
  PROXY_APIS_HOSTS: 'api.localhost',
};

if (existsSync(PROXY)) await runDemo();
else fail(`${PROXY} is not built: make build`);

async function runDemo(): Promise<void> {
  const backend = await openBackend();
  if (backend === undefined) return;
  const proxy = startProxy(backend.port);
  proxy.on('exit', (code) => {
    backend.close();
    if (code !== 0) fail(`${PROXY} ended with exit code ${code}; its messages are above.`);
  });
  // A second signal would make the proxy drop open requests, and npx repeats the terminal's signal.
  let stopping = false;
  const stop = (): void => {
    if (!stopping) proxy.kill('SIGTERM');
    stopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

async function openBackend(): Promise<DemoBackend | undefined> {
  try {
    return await startDemoBackend(Number(DEMO_BACKEND_PORT));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(`demo backend: ${reason}. Another port: DEMO_BACKEND_PORT=5001 make run`);
    return undefined;
  }
}

/** Starts the proxy in its own process group: Ctrl-C reaches only this process, which then ends the proxy once. */
function startProxy(backendPort: number): ChildProcess {
  const proxy = spawn(process.execPath, [PROXY], {
    detached: true,
    env: {
      ...defaults,
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
      ...process.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: proxy.stdout }).on('line', (line) => {
    console.log(line);
    const port = /^Listening on :([0-9]+)$/.exec(line)?.[1];
    if (port !== undefined) showExamples(port);
  });
  return proxy;
}

function showExamples(port: string): void {
  const address = `http://localhost:${port}`;
  console.log(`
Try it in another terminal; Ctrl-C here ends everything.
  passes:  curl -i '${address}/?id=1'
  blocked: curl -i -G '${address}/' --data-urlencode "id=1' OR '1'='1"
`);
}

function fail(message: string): void {
  console.error(`error: ${message}`);
  process.exitCode = 1;
}
