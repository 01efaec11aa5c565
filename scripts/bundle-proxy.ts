/** Bundles the proxy with all compiled profiles inside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { PACKAGE } from '#compiler/version.ts';
import { profilesFrom } from './bundle-profiles.ts';
import { OLDER_SYNTAX, withoutPrivateMethods } from './parsable.ts';
import { smallRedisClient } from './small-redis-client.ts';

export type ProxyBundle = {
  /** Folder of the compiled profiles. */
  readonly generated: string;
  readonly outfile: string;
};

/** Bundles to CommonJS, so that the file runs wherever it is copied, without a package.json beside it. */
export async function bundleProxy({ generated, outfile }: ProxyBundle): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    entryPoints: ['runtime/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    supported: OLDER_SYNTAX,
    charset: 'ascii',
    legalComments: 'none',
    minifyWhitespace: true,
    // Limits the length of lines, so that editors can show the location of a stack trace.
    lineLimit: 120,
    metafile: true,
    write: false,
    // Emitted modules may be outside the project, where its tsconfig.json does not apply.
    alias: { [`${PACKAGE}/engine`]: resolve('runtime/engine') },
    plugins: [withoutUtilExtend, smallRedisClient, profilesFrom(generated)],
  });
  for (const { path, text } of outputFiles)
    writeFileSync(path, inAscii(withoutPrivateMethods(text)));
  return metafile;
}

/**
 * Escapes characters beyond ASCII. V8 stores a script with two bytes per character when one is beyond Latin-1,
 * which takes 2.9 MB more per process and thread. esbuild does not escape characters of comments and regular
 * expressions; there the escape has the same meaning.
 */
function inAscii(script: string): string {
  return script.replace(
    /[^\0-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Replaces an alias that http-proxy uses and that newer Node releases warn about; Object.assign does the same. */
const withoutUtilExtend: Plugin = {
  name: 'without-util-extend',
  setup: ({ onLoad }) => {
    onLoad({ filter: /http-proxy[\\/]lib[\\/].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll("require('util')._extend", 'Object.assign'),
      loader: 'js',
    }));
  },
};
