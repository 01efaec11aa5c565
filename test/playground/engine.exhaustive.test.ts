/**
 * What the playground makes of a program is what `compile` writes: the same texts without ts-morph, and without its types
 * the same outcomes on every exchange of the behaviour documents.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { emit } from '#compiler/4-emit/emit.ts';
import { silent, tracing } from '#compiler/4-emit/emit-trace.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import {
  engineModules,
  type LinkedModule,
  linkModules,
} from '#compiler/cli/playground/compiler/link-modules.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { importText } from '#compiler/cli/project/load-waf.ts';
import { compile } from '#compiler/compile.ts';
import { readProfile } from '#compiler/profile.ts';
import { readDocument } from '../behaviour/read-document.ts';
import { compileText } from '../helpers/compile-text.ts';
import { parseRequest, parseResponse } from '../helpers/http-block.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { run } from '../helpers/run-rules.ts';

const documents = fileURLToPath(new URL('../behaviour/', import.meta.url));
const PRELUDE = 'SecRuleEngine On\nSecRequestBodyAccess On\nSecResponseBodyAccess On\n';
const NO_ANSWER = { head: { status: 200, protocol: 'HTTP/1.1', headers: [] }, body: '' };

test('the exchanges of the behaviour documents have the same outcomes', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  let [programs, exchanges] = [0, 0];
  for (const name of readdirSync(documents).filter((each) => each.endsWith('.md'))) {
    for (const each of readDocument(documents + name)) {
      const { program } = compileText(PRELUDE + each.rules, each.files);
      if (program === undefined) continue;
      programs += 1;
      const title = `${name}:${each.line} ${each.title}`;
      for (const hooks of [silent, tracing]) {
        const printed = printProgram(program, hooks);
        assert.deepEqual(printed, emit(program, hooks), title);
      }
      const text = linkModules(printProgram(program, silent));
      const linked = (await importText<LinkedModule>(text)).exports.open(engineModules);
      const loaded = await loadProgram(program);
      for (const { request, response, from } of each.exchanges) {
        exchanges += 1;
        const message = parseRequest(request, from);
        const answer = response === undefined ? NO_ANSWER : parseResponse(response);
        const { tx: _, ...outcome } = run(linked, message, answer);
        const { tx: __, ...other } = run(loaded, message, answer);
        assert.deepEqual(outcome, other, title);
      }
    }
  }
  mock.timers.reset();
  assert.ok(programs > 200, `${programs} programs`);
  assert.ok(exchanges > 250, `${exchanges} exchanges`);
});

test('the page has no type errors', () => {
  const found = spawnSync('node_modules/.bin/tsc', ['-p', 'compiler/cli/playground'], {
    encoding: 'utf8',
  });
  assert.deepEqual([found.stdout, found.status], ['', 0]);
});

for (const name of ['pl1', 'pl2']) {
  test(`the modules of ${name} are printed as ts-morph writes them`, () => {
    const found = readProfile(name, disk, {});
    assert.ok(found.kind === 'Ok');
    const { program } = compile(found.profile, disk);
    assert.ok(program !== undefined);
    assert.deepEqual(printProgram(program), emit(program));
  });
}
