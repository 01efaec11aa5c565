/**
 * `import { waf } from './waf.conf'`: compiles rule files where an application is built, with Vite, Rollup,
 * esbuild or webpack. What is wrong with the rules fails the build as the bundler's own errors do.
 */
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { compileFile } from './compile-file.ts';
import { esbuildSetup } from './esbuild-setup.ts';
import { toMessage } from './messages.ts';

export const RULE_FILE = /\.conf$/;

export const unplugin: UnpluginInstance<undefined, false> = createUnplugin(
  (_options: undefined, { framework }) => {
    // unplugin has no field for what esbuild shows of a line.
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
          // Rolldown takes the type of a module from the name of its file.
          return { code, map: null, moduleType: 'js' };
        },
      },
    };
  },
);
