/**
 * Bundles test programs before they run. Node loads a bundle in a tenth of the time that tsx takes for its hundreds
 * of modules, and there are about two hundred processes.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { PACKAGE } from '#compiler/version.ts';

/** A program that tests load by its path; it is bundled under this path without its extension. */
const LOADED = 'compiler/cli/main.ts';
/**
 * A program that tests start, also with few file descriptors: it is one file, because Node opens all parts of a
 * split bundle at the same time. Its packages are in it, so that Node evaluates only those that are used.
 */
const STARTED = 'test/proxy/helpers/stub-main.ts';

/** Writes `NAME.mjs` to `folder`, which is inside the checkout, for each name and TypeScript file of `programs`. */
export async function bundleTests(
  programs: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  await Promise.all([
    bundle({ ...programs, [withoutEnding(LOADED)]: LOADED }, folder, {
      splitting: true,
      packages: 'external',
    }),
    bundle({ [withoutEnding(STARTED)]: STARTED }, folder, { banner: { js: REQUIRE } }),
  ]);
}

/** Packages call `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

function withoutEnding(path: string): string {
  return path.replace(/\.ts$/, '');
}

async function bundle(
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
  options: BuildOptions,
): Promise<void> {
  await build({
    ...options,
    entryPoints: { ...entryPoints },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    chunkNames: 'chunk-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    alias: { [`${PACKAGE}/engine`]: resolve('runtime/engine') },
    logLevel: 'warning',
    plugins: [ownLocation],
  });
}

/** Makes a bundled module still find the files beside its source. */
const ownLocation: Plugin = {
  name: 'own-location',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};
