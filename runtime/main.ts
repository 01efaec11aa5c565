/** What dist/proxy.js runs, as a process and in its threads: environment variables decide everything. */
import './require-node.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { bundledProfiles } from './proxy/bundled-profiles.ts';
import { main } from './proxy/process/main.ts';
import { runThread } from './proxy/threads/run-thread.ts';

// The bundle is CommonJS, which has no top-level await.
if (parentPort === null) void main(process.env, bundledProfiles, __filename);
else void runThread(workerData, bundledProfiles, parentPort);
