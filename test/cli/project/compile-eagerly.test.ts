/** Functions that most requests call are compiled when a module is loaded, and it decides the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleWaf } from '#compiler/cli/project/bundle.ts';
import { bundleModule } from '#compiler/cli/project/bundle-module.ts';
import { compileEagerly } from '#compiler/cli/project/compile-eagerly.ts';
import { importWaf } from '#compiler/cli/project/load-waf.ts';
import { warmMix } from '#compiler/cli/project/warm-modules.ts';
import { warmRequest } from '#proxy/waf/warm-requests.ts';
import { compileText } from '../../helpers/compile-text.ts';

const RULES = `
  SecRuleEngine On
  SecRequestBodyAccess On
  SecRule REQUEST_METHOD "@rx ^(?:GET|POST)$" "id:1,phase:1,pass,log,capture"
  SecRule ARGS "@rx (?i)union\\s+select" "id:2,phase:2,deny,t:urlDecodeUni"
  SecRule RESPONSE_HEADERS:X-Never "@eq 1" "id:3,phase:3,deny"
`;
const targets = ['/', '/?q=union+select', '/?q=union', '/%00?a=b&c'];

function decisions(waf: Awaited<ReturnType<typeof importWaf>>['waf']): string {
  return targets
    .map((target) => {
      const transaction = waf.open({ ...warmRequest(0).head, target }, 'x');
      transaction.inspectRequestHeaders();
      transaction.inspectRequestBody('');
      transaction.close();
      return transaction.matches.map(({ rule }) => rule.id).join();
    })
    .join(' | ');
}

test('what most requests call is compiled at once, and nothing else', async () => {
  const { program } = compileText(RULES);
  if (program === undefined) return assert.fail('errors');
  const modules = emit(program);
  const plain = await bundleWaf(modules, { minify: true });
  const eager = await bundleModule(modules);
  const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
  const declared = count(plain, /\bfunction [\w$]+\(/g);
  const early = count(eager, /[\w$]+=\(function\(/g);
  assert.ok(early > 50 && early < declared / 2, `${early} of ${declared}`);
  assert.equal(count(eager, /\bfunction [\w$]+\(/g), declared - early);
  assert.equal(await bundleModule(modules), eager);
  assert.equal(await bundleModule(modules, []), plain);
  const [before, after] = [await importWaf(plain), await importWaf(eager)];
  assert.equal(decisions(before.waf), '1 | 1,2 | 1 | 1');
  assert.equal(decisions(after.waf), decisions(before.waf));
});

/** As esbuild writes them; `waf` does what inspectWarm asks. */
const MODULE = `
const early = declaredLater(); const kept = [listed];
function declaredLater() { return 1; }
function always(a, { b = 2 } = {}) { return a + b + this.c; }
function* steps() { yield always.call({ c: 1 }, 1); }
async function later() {}
function rarely() { return \`function no() {}\`; }
function never() {}
function listed() {}
let opened = 0;
var waf = { open: () => ({
  inspectRequestHeaders: () => { opened += 1; [...steps()]; kept[0](); if (opened % 3 === 1) rarely(); },
  inspectRequestBody() { later(); throw new Error('a fault'); },
}) };
export { waf, early, steps };
`;

test('functions of all kinds, and what throws', async () => {
  const eager = await compileEagerly(MODULE, warmMix);
  const early = [...eager.matchAll(/(\w+)=\(function/g)].map(([, name]) => name);
  assert.deepEqual(early, ['always', 'steps', 'listed']);
  const exports = await import(`data:text/javascript,${encodeURIComponent(eager)}`);
  assert.equal(exports.early, 1);
  assert.deepEqual([...exports.steps()], [4]);
  assert.equal(await compileEagerly(MODULE, []), MODULE);
});
