/**
 * `make playground`: builds the page in dist/playground, or in the folder that is named. Any file server can serve the
 * page, and it also works from the disk.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { bundledPackages, writeLicences } from './package/licences.ts';

const SOURCE = 'compiler/cli/playground';
const FOLDER = process.argv[2] ?? 'dist/playground';

const common = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2023',
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
} as const;

/** Replaces the SHA-256 of node:crypto, which the compiler uses, by a package in the browser. */
const sums: Plugin = {
  name: 'sums',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/sha256\.ts$/ }, () => ({ path: resolve(SOURCE, 'sandbox/sha256.ts') }));
  },
};

type Bundle = { readonly text: string; readonly metafile: Metafile };

async function bundleWorker(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [join(SOURCE, 'sandbox/worker.ts')],
    write: false,
    format: 'iife',
    plugins: [sums],
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}

/**
 * Bundles the sandbox with the worker as a string, because a worker's script cannot be loaded from an opaque
 * origin.
 */
async function bundleSandbox(worker: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [join(SOURCE, 'sandbox/sandbox.ts')],
    write: false,
    format: 'iife',
    plugins: [
      {
        name: 'worker',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^playground:worker$/ }, ({ path }) => ({
            path,
            namespace: 'worker',
          }));
          onLoad({ filter: /.*/, namespace: 'worker' }, () => ({
            contents: `export const workerText = ${JSON.stringify(worker)};`,
          }));
        },
      },
    ],
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}

/**
 * Writes the frame. Its policy allows one script by its hash, so the script is inline. Files of the disk cannot be
 * loaded from an opaque origin.
 */
function writeSandbox(script: string): void {
  const text = script.trim();
  const sum = createHash('sha256').update(text).digest('base64');
  const frame = readFileSync(join(SOURCE, 'sandbox/sandbox.html'), 'utf8')
    .replace('SANDBOX_HASH', `'sha256-${sum}'`)
    .replace('SANDBOX_SCRIPT', () => text);
  writeFileSync(join(FOLDER, 'sandbox.html'), frame);
}

async function bundlePage(): Promise<Metafile> {
  const { metafile } = await build({
    ...common,
    entryPoints: [join(SOURCE, 'page/main.ts')],
    outfile: join(FOLDER, 'playground.js'),
    format: 'iife',
  });
  return metafile;
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const worker = await bundleWorker();
const sandbox = await bundleSandbox(worker.text);
writeSandbox(sandbox.text);
const page = await bundlePage();
cpSync(join(SOURCE, 'page/index.html'), join(FOLDER, 'index.html'));
cpSync(join(SOURCE, 'page/playground.css'), join(FOLDER, 'playground.css'));
const metafiles = [worker.metafile, sandbox.metafile, page];
writeLicences(bundledPackages(metafiles), join(FOLDER, 'THIRD-PARTY-LICENSES.md'));
for (const name of readdirSync(FOLDER)) {
  console.log(`${FOLDER}/${name}: ${statSync(join(FOLDER, name)).size} bytes`);
}
