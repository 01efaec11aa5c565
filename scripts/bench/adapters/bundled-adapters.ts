/** Loads the adapters from bundles, as the package has them: tsx adds a call for every function that is created. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as core from '#adapters/core/inspector.ts';
import type * as hono from '#adapters/fetch/hono.ts';
import type * as fetch from '#adapters/fetch/index.ts';
import type * as fastify from '#adapters/node/fastify.ts';
import type * as node from '#adapters/node/index.ts';
import type * as koa from '#adapters/node/koa.ts';

/** The modules, by the names of their entry points. */
export type Adapters = {
  readonly core: typeof core;
  readonly node: typeof node;
  readonly fastify: typeof fastify;
  readonly koa: typeof koa;
  readonly fetch: typeof fetch;
  readonly hono: typeof hono;
};

const FILES: Readonly<Record<keyof Adapters, string>> = {
  core: 'core/inspector',
  node: 'node/index',
  fastify: 'node/fastify',
  koa: 'node/koa',
  fetch: 'fetch/index',
  hono: 'fetch/hono',
};

export async function bundledAdapters(): Promise<Adapters> {
  const resolveDir = join(import.meta.dirname, '../../../runtime/adapters');
  const contents = Object.entries(FILES)
    .map(([name, file]) => `export * as ${name} from './${file}.ts';`)
    .join('\n');
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-adapters-'));
  const outfile = join(folder, 'adapters.mjs');
  try {
    await build({
      stdin: { contents, resolveDir },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'es2022',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
