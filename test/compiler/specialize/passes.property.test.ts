/** Passes change how fast rules run, never what they do: random programs, all passes, none, and some of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Pass } from '#compiler/3-specialize/program.ts';
import { passes } from '#compiler/3-specialize/specialize.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest, parseResponse } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { run } from '../../helpers/run-rules.ts';
import { runs } from '../../helpers/runs.ts';
import { program, queries } from './random-programs.ts';

/** Counted, not timed: a busy machine must not decide how much is tested. */
const PROGRAMS = runs(12);
const answer = parseResponse('HTTP/1.1 200 OK\nContent-Type: text/html\n\nok');

test('random programs do the same with and without passes', async () => {
  let ran = 0;
  let matched = 0;
  const property = fc.asyncProperty(program, fc.subarray([...passes]), async (text, some) => {
    const plain = await load(text, []);
    const others = [await load(text, passes), await load(text, some)];
    for (const each of queries) {
      const request = parseRequest(`GET /?${each} HTTP/1.1\nHost: a\n`);
      const expected = visible(plain, request);
      matched += expected.matches.length;
      for (const other of others) assert.deepEqual(visible(other, request), expected, each);
    }
    ran += 1;
  });
  await fc.assert(property, { seed: 20261121, numRuns: PROGRAMS });
  assert.equal(ran, PROGRAMS);
  assert.ok(matched > ran, `${matched} matches`);
});

async function load(text: string, optional: readonly Pass[]): Promise<CompiledWaf> {
  const { program: compiled, diagnostics } = compileText(text, {}, optional);
  if (compiled === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return loadProgram(compiled);
}

/** Everything that a host can see. */
function visible(waf: CompiledWaf, request: ReturnType<typeof parseRequest>) {
  const { tx: _tx, ...outcome } = run(waf, request, answer);
  return outcome;
}
