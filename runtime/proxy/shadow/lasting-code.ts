/**
 * Starts threads that keep their compiled code. V8 reduces the memory of a thread that allocates little; the code that it
 * has compiled goes too, because it refers to shapes of objects that nothing refers to any more. Compiling it again
 * takes 20 ms a second from the requests of clients when the thread judges 40 requests a second: V8's own threads
 * compile, and they have the usual priority.
 */
import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

/** Threads that do not run yet. V8 reads the flag when it creates the heap of a thread. */
let starting = 0;

/** Returns the thread that `start` starts. All other threads reduce their memory as usual. */
export function startWithLastingCode(start: () => Worker): Worker {
  setFlagsFromString('--no-memory-reducer');
  starting += 1;
  const worker = start();
  let isStarting = true;
  const started = (): void => {
    if (isStarting) starting -= 1;
    isStarting = false;
    if (starting === 0) setFlagsFromString('--memory-reducer');
  };
  worker.once('online', started).once('exit', started);
  return worker;
}
