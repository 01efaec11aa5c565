import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Part, partsOfModule } from '#compiler/cli/commands/bench/parts-of-module.ts';

test('each line of a bundle belongs to the part of the module that it comes from', () => {
  const modules: readonly (readonly [path: string, part: Part])[] = [
    ['runtime/engine/transformations/trim.ts', 'transformations'],
    ['../elsewhere/runtime/engine/regex/dfa-search.ts', 'automata'],
    ['runtime/engine/text-search/phrase-automaton.ts', 'scan'],
    ['runtime/engine/operators/ip-set.ts', 'operators'],
    ['runtime/engine/libinjection/sql/fold.ts', 'operators'],
    ['runtime/engine/body/parse-json.ts', 'variables'],
    ['runtime/engine/log/quote.ts', 'log'],
    ['runtime/engine/transaction/create-waf.ts', 'rules'],
    ['emitted:./phase2.ts', 'rules'],
  ];
  const text = modules.map(([path]) => `// ${path}\nfunction f() {\n  // body/x.ts\n}`).join('\n');
  const partOf = partsOfModule(text);
  modules.forEach(([path, part], index) => {
    for (let line = index * 4; line < index * 4 + 4; line += 1) {
      assert.equal(partOf(line), part, `${path}, line ${line}`);
    }
  });
  assert.equal(partOf(10_000), 'rules');
});
