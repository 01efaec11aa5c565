/** Bundles emitted modules and the engine to one JavaScript module. */
import { build, type Plugin } from 'esbuild';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import { PACKAGE } from '#compiler/version.ts';
import { engineFile } from './engine-file.ts';

const EMITTED = 'emitted';
const ENGINE = new RegExp(`^${PACKAGE}/engine(?:/|$)`);

export type BundleOptions = {
  /** The emitted module whose exports the bundle has. */
  readonly entry?: string;
  /** Shortens names, so that the module loads faster; profiles of V8 then no longer show its functions. */
  readonly minify?: boolean;
};

/** Returns the text of an ES module that exports `waf` and imports nothing. */
export async function bundleWaf(
  modules: readonly EmittedModule[],
  { entry = 'index.ts', minify = false }: BundleOptions = {},
): Promise<string> {
  const result = await build({
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    charset: 'ascii',
    legalComments: 'none',
    minify,
    plugins: [emittedModules(modules)],
  });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error('Compiler bug: esbuild gave no output');
  return output.text;
}

/** Serves the emitted modules from memory. They import the engine by the name of the package. */
function emittedModules(modules: readonly EmittedModule[]): Plugin {
  const texts = new Map(modules.map(({ path, text }) => [`./${path}`, text]));
  return {
    name: EMITTED,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^\.\// }, ({ path, importer, kind }) => {
        const isOurs = kind === 'entry-point' || texts.has(importer);
        return isOurs ? { path, namespace: EMITTED } : undefined;
      });
      onResolve({ filter: ENGINE }, ({ path }) => ({ path: engineFile(path) }));
      onLoad({ filter: /.*/, namespace: EMITTED }, ({ path }) => ({
        contents: texts.get(path) ?? '',
        loader: 'ts',
      }));
    },
  };
}
