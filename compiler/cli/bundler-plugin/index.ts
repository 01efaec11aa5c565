/**
 * Compiles rule files when an application is built, with Vite, Rollup, esbuild or webpack: `import { waf } from
 * './waf.conf'`. Errors in rules fail the build in the same way as errors of the bundler.
 */
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { compileFile } from './compile-file.ts';
import { esbuildSetup } from './esbuild-setup.ts';
import { toMessage } from './messages.ts';

const RULE_FILE = /\.conf$/;

export const unplugin: UnpluginInstance<undefined, false> = createUnplugin(
  (_options: undefined, { framework }) => {
    // unplugin has no field for the source line that esbuild shows.
    if (framework === 'esbuild') return { name: 'portcullis', esbuild: { setup: esbuildSetup } };
    return {
      name: 'portcullis',
      enforce: 'pre',
      load: {
        filter: { id: RULE_FILE },
        async handler(id) {
          const { code, errors, warnings, watched } = await compileFile(id);
          for (const path of watched) this.addWatchFile(path);
          for (const each of warnings) this.warn(toMessage(id, [each], framework));
          if (errors.length > 0) this.error(toMessage(id, errors, framework));
          // Rolldown derives the type of a module from its file name.
          return { code, map: null, moduleType: 'js' };
        },
      },
    };
  },
);
