/**
 * `make vscode`: builds the extension for VS Code, dist/portcullis-waf-VERSION.vsix, and its contents in
 * dist/vscode, whose TextMate grammar also serves other editors. vsce is fetched from npm on demand, because it has
 * 200 packages.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { grammar } from '#compiler/cli/editors/grammar.ts';
import { languageConfiguration, manifest, paths } from '#compiler/cli/editors/vscode/manifest.ts';
import { bundledPackages, writeLicences } from './package/licences.ts';

const SOURCE = 'compiler/cli/editors/vscode';
const FOLDER = 'dist/vscode';
const VSCE = '@vscode/vsce@3.7.1';

/** Bundles the extension, which VS Code loads by `require`, and the server, which finds its files by `import.meta`. */
async function bundle(): Promise<readonly Metafile[]> {
  const common = { bundle: true, platform: 'node', target: 'node20', metafile: true } as const;
  const extension = await build({
    ...common,
    entryPoints: [join(SOURCE, 'extension.ts')],
    outfile: join(FOLDER, paths.extension),
    format: 'cjs',
    external: ['vscode'],
  });
  const server = await build({
    ...common,
    entryPoints: [join(SOURCE, 'server.ts')],
    outfile: join(FOLDER, paths.server),
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return [extension.metafile, server.metafile];
}

function writeJson(name: string, value: object): void {
  writeFileSync(join(FOLDER, name), `${JSON.stringify(value, undefined, 2)}\n`);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const metafiles = await bundle();
writeJson('package.json', manifest);
writeJson(paths.grammar, grammar);
writeJson(paths.configuration, languageConfiguration);
cpSync(join(SOURCE, 'README.md'), join(FOLDER, 'README.md'));
cpSync('docs/codes', join(FOLDER, 'docs/codes'), { recursive: true });
cpSync('LICENSE', join(FOLDER, 'LICENSE'));
writeLicences(bundledPackages(metafiles), join(FOLDER, paths.licences));
if (!process.argv.includes('--no-pack')) {
  const packed = `dist/${manifest.name}-${manifest.version}.vsix`;
  const options = [
    '--no-dependencies',
    '--no-rewrite-relative-links',
    '--allow-missing-repository',
    '--out',
    `../../${packed}`,
  ];
  execFileSync('npx', ['--yes', VSCE, 'package', ...options], { cwd: FOLDER, stdio: 'inherit' });
}
