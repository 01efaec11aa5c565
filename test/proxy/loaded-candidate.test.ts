/** Which candidate judges when several are loaded: the one that was asked for last, whichever is ready first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from '#proxy/shadow/candidate.ts';
import { type CandidateModule, createLoadedCandidate } from '#proxy/shadow/loaded-candidate.ts';

function moduleOf(sha256: string): CandidateModule {
  return { sha256, bytes: new Uint8Array() };
}

test('a candidate that was loaded earlier and is ready later does not replace the newer one', async () => {
  const ready = new Map<string, () => void>();
  const ended: string[] = [];
  const startCandidate = ({ sha256 }: CandidateModule): Candidate => ({
    ready: new Promise((resolve) => ready.set(sha256, () => resolve('pl1'))),
    judge: async () => [],
    isAlive: () => !ended.includes(sha256),
    end: async () => {
      ended.push(sha256);
    },
  });
  const loaded = createLoadedCandidate({
    startCandidate,
    profiles: () => ['pl1'],
    loadFailed: (_module, error) => assert.fail(String(error)),
    isJudging: () => false,
    leaving: () => {},
  });
  loaded.load(moduleOf('first'));
  loaded.load(moduleOf('second'));
  loaded.load(moduleOf('third'));
  const steps: (readonly [string, string, readonly string[]])[] = [
    ['second', 'second', []],
    ['first', 'second', ['first']],
    ['third', 'third', ['first', 'second']],
  ];
  for (const [module, current, gone] of steps) {
    ready.get(module)?.();
    await new Promise(setImmediate);
    assert.equal(loaded.current()?.module.sha256, current);
    assert.deepEqual(ended, gone);
  }
});
