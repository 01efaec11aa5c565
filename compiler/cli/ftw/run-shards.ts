/** Splits a run over several processes. Each one loads the compiled rules and runs its share of the tests. */
import { spawn } from 'node:child_process';
import { progress } from '../output/progress.ts';
import type { FtwRecord } from './ftw-record.ts';

/** One share of several; `index` counts from 1. */
export type Shard = { readonly index: number; readonly count: number };

/** Parses a share such as `2/4`. Returns undefined for any other text. */
export function parseShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  return index >= 1 && index <= count ? { index, count } : undefined;
}

/** Returns a consecutive part of `items`, so that the tests of a rule are mostly in the same share. */
export function shareOf<Item>(items: readonly Item[], { index, count }: Shard): readonly Item[] {
  const at = (share: number): number => Math.floor((items.length * share) / count);
  return items.slice(at(index - 1), at(index));
}

/**
 * Returns the records of all shares, in the order of a run without shares. `args` is the command line of this program,
 * to which the share of each process is added. Rejects when a process ends without records.
 */
export async function runShards(
  args: readonly string[],
  count: number,
): Promise<readonly FtwRecord[]> {
  let done = 0;
  const shares = Array.from({ length: count }, async (_, index) => {
    const records = await runShard([
      ...args,
      '--shard',
      `${index + 1}/${count}`,
      '--reporter',
      'json',
    ]);
    done += 1;
    progress.show('testing: shares done', done, count);
    return records;
  });
  progress.show('testing: shares done', done, count);
  const records = await Promise.all(shares);
  progress.clear();
  return records.flat();
}

function runShard(args: readonly string[]): Promise<readonly FtwRecord[]> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Only this process shows progress.
    env: { ...process.env, TERM: 'dumb' },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0 || status === 1) resolve(recordsOf(text));
      else reject(new Error(`A process of the run ended with ${status}.`));
    });
  });
}

/** The text comes from the JSON reporter of this program, so it needs no validation. */
function recordsOf(text: string): readonly FtwRecord[] {
  const document: { readonly tests: readonly FtwRecord[] } = JSON.parse(text);
  return document.tests;
}
