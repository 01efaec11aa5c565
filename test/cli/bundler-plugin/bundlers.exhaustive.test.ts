/** `import { waf } from './waf.conf'` with each bundler: what comes out, and what is said of mistakes. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { portcullis } from '#compiler/cli/bundler-plugin/esbuild.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { bundlers } from './bundlers.ts';

const scratch = mkdtempSync(join(tmpdir(), 'portcullis-bundlers-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const ENTRY = "export { waf } from './waf.conf';\n";
const RULE = 'SecRule ARGS "@contains attack" "id:1,phase:2,deny,t:none,log"\n';
/** The third line is wrong in its 13th column, and the fourth as well. */
const BROKEN = `SecRuleEngine On\nInclude more/*.conf\nSecRule ARGS "@rx (" "id:2,phase:2,deny"\nSecRule AGRS "x" "id:3,phase:2,deny"\n`;

function folderWith(name: string, rules: string, more = RULE): string {
  const folder = join(scratch, name);
  mkdirSync(join(folder, 'more'), { recursive: true });
  writeFileSync(join(folder, 'entry.js'), ENTRY);
  writeFileSync(join(folder, 'waf.conf'), rules);
  writeFileSync(join(folder, 'more/rules.conf'), more);
  return folder;
}

async function load(folder: string): Promise<CompiledWaf> {
  const module: { readonly waf: CompiledWaf } = await import(
    pathToFileURL(join(folder, 'out.mjs')).href
  );
  return module.waf;
}

for (const { name, bundle } of bundlers) {
  test(`${name}: rules and what they include are compiled into the bundle`, async () => {
    const folder = folderWith(`good-${name}`, 'SecRuleEngine On\nInclude more/*.conf\n');
    assert.deepEqual(await bundle(folder), []);
    const { manifest } = await load(folder);
    assert.equal(manifest.rules.read, 1);
    assert.deepEqual(
      manifest.sources.map(({ file }) => resolve(file)),
      [join(folder, 'waf.conf'), join(folder, 'more/rules.conf')],
    );
  });

  test(`${name}: mistakes fail the build, each with file, line and what to do`, async () => {
    const folder = folderWith(`bad-${name}`, BROKEN);
    const found = await bundle(folder);
    const [first] = found;
    const all = found.map(({ text, frame }) => `${text}\n${frame}`).join('\n');
    assert.match(all, /\[bad-regex\]/);
    assert.match(all, /\[unknown-variable\]/);
    assert.match(all, /ARGS\?/);
    assert.match(first?.frame ?? '', /SecRule ARGS "@rx \("/);
    if (name === 'webpack') {
      assert.match(first?.text ?? '', /waf\.conf:3:\d+: error: /);
      return;
    }
    assert.equal(resolve(first?.file ?? ''), join(folder, 'waf.conf'));
    assert.equal(first?.line, 3);
    assert.ok((first?.column ?? 0) > 10);
  });
}

test('Vite names the file that is wrong, also when it is one that others include', async () => {
  const folder = folderWith('included-Vite', 'SecRuleEngine On\nInclude more/*.conf\n', 'Sec\n');
  const vite = bundlers.find(({ name }) => name === 'Vite');
  const found = (await vite?.bundle(folder)) ?? [];
  assert.equal(found[0]?.id, join(folder, 'more/rules.conf'));
});

test('all bundlers were tested', () => assert.equal(bundlers.length, 4));

test('esbuild watches what rules include', async () => {
  const folder = folderWith('watched', 'SecRuleEngine On\nInclude more/*.conf\n');
  let built = 0;
  const count = (): void => {
    built += 1;
  };
  const context = await esbuild.context({
    entryPoints: [join(folder, 'entry.js')],
    outfile: join(folder, 'out.mjs'),
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
    plugins: [portcullis(), { name: 'count', setup: ({ onEnd }) => onEnd(count) }],
  });
  await context.watch();
  const until = async (count: number): Promise<void> => {
    for (let look = 0; look < 200 && built < count; look += 1) {
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  await until(1);
  writeFileSync(join(folder, 'more/rules.conf'), RULE + RULE.replace('id:1', 'id:2'));
  await until(2);
  await context.dispose();
  assert.equal((await load(folder)).manifest.rules.read, 2);
});
