/** Emitted modules -> one JavaScript module with the engine inside. */
import { build, type Plugin } from 'esbuild';
import type { EmittedModule } from '../../4-emit/module-imports.ts';
import { PACKAGE } from '../../version.ts';
import { engineFile } from './engine-file.ts';

const EMITTED = 'emitted';
const ENGINE = new RegExp(`^${PACKAGE}/engine(?:/|$)`);

export type BundleOptions = {
  /** Whose exports are those of the module. */
  readonly entry?: string;
  /** Short names: the module is loaded sooner, and profiles no longer name its functions. */
  readonly minify?: boolean;
};

/** The text of an ES module that exports `waf` and imports nothing. */
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

/** Serves the emitted modules from memory; they import the engine by the name of the package. */
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
