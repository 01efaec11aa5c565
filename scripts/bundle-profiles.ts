/** Puts compiled profiles into the bundle of the proxy; declarations that they share are bundled once. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { type ModuleTexts, shareDeclarations } from './share-declarations.ts';

/** Replaces `bundled-profiles.ts`, which names only the two profiles that always exist. */
export function profilesFrom(generated: string): Plugin {
  return {
    name: 'profiles-from',
    setup: ({ onLoad, onResolve }) => {
      const folder = realpathSync(generated);
      const names = compiledProfiles(folder);
      const texts = new Map(names.map((name) => [name, readModules(join(folder, name))]));
      const { profiles, modules } = shareDeclarations(texts);
      const files = new Map(
        [...profiles].flatMap(([name, left]) =>
          [...left].map(([file, text]) => [join(folder, name, file), text] as const),
        ),
      );
      onLoad({ filter: /[\\/]bundled-profiles\.ts$/ }, () => ({
        contents: `export const bundledProfiles = {\n${names.map(loader).join('\n')}\n};`,
        loader: 'ts',
        resolveDir: folder,
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = files.get(path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
      onResolve({ filter: /^(?:shared|view):/ }, ({ path }) => ({ path, namespace: 'profiles' }));
      onLoad({ filter: /^(?:shared|view):/, namespace: 'profiles' }, ({ path }) => ({
        contents: modules.get(path) ?? '',
        loader: 'ts',
        resolveDir: folder,
      }));
    },
  };
}

function loader(name: string): string {
  const path = JSON.stringify(`./${name}/index.ts`);
  return `${JSON.stringify(name)}: async () => (await import(${path})).waf,`;
}

function readModules(folder: string): ModuleTexts {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Returns the folders that contain modules. A profile that was removed leaves its folder until `make clean`. */
function compiledProfiles(generated: string): readonly string[] {
  return readdirSync(generated)
    .filter((name) => existsSync(join(generated, name, 'index.ts')))
    .toSorted();
}
