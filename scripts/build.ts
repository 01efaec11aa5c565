/** Bundles dist/proxy.js and dist/portcullis.mjs, with the page of its reports. `--cli` builds the command line alone. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleProxy } from './bundle-proxy.ts';
import { bundledPackages, writeLicences } from './package/licences.ts';
import { buildReportPage } from './report-page.ts';

async function buildCommandLine(): Promise<void> {
  const stale = readdirSync('dist').filter((name) => /^portcullis-.*\.mjs$/.test(name));
  for (const name of stale) rmSync(`dist/${name}`);
  // The bundle is split, so that a command loads only what it needs: loading packages takes longer than running the
  // rules.
  const { metafile } = await build({
    entryPoints: { portcullis: 'compiler/cli/launch.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'portcullis-[hash]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Packages stay outside the bundle, except chevrotain, whose hundreds of files take a quarter of a second to load.
    metafile: true,
    external: [
      '@commander-js/extra-typings',
      '@redis/client',
      'commander',
      'esbuild',
      'http-proxy',
      'maxmind',
      'ts-morph',
      'vscode-languageserver',
      'vscode-languageserver-textdocument',
      'yaml',
    ],
  });
  writeFileSync('dist/portcullis.meta.json', JSON.stringify(metafile));
  chmodSync('dist/portcullis.mjs', 0o755);
  writeFileSync('dist/report-page.meta.json', JSON.stringify(await buildReportPage()));
}

async function buildProxy(): Promise<void> {
  const metafile = await bundleProxy({ generated: 'generated', outfile: 'dist/proxy.js' });
  writeFileSync('dist/proxy.meta.json', JSON.stringify(metafile));
  writeLicences(bundledPackages([metafile]), 'dist/proxy.licences.md');
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.log(`dist/proxy.js: ${bytes} bytes`);
}

mkdirSync('dist', { recursive: true });
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
await buildCommandLine();
if (!process.argv.includes('--cli')) await buildProxy();
