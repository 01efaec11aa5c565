/** The plugin as esbuild's own API describes it. */
import type { PluginBuild } from 'esbuild';
import { compileFile } from './compile-file.ts';
import { toEsbuildMessage } from './messages.ts';

export function esbuildSetup({ onLoad }: PluginBuild): void {
  onLoad({ filter: /\.conf$/ }, async ({ path }) => {
    const { code, errors, warnings, watched } = await compileFile(path);
    return {
      contents: code,
      loader: 'js',
      errors: errors.map(toEsbuildMessage),
      warnings: warnings.map(toEsbuildMessage),
      watchFiles: [...watched],
    };
  });
}
