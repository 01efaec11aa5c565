/**
 * Builds dist/lib, to which `exports` of package.json refers: JavaScript modules, their types, and compiled
 * built-in rules.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { emit } from '#compiler/4-emit/emit.ts';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import { bundleModule } from '#compiler/cli/project/bundle-module.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { warmModules } from '#compiler/cli/project/warm-modules.ts';
import { compile } from '#compiler/compile.ts';
import { DEFAULT_PROFILES, readProfile } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { RULES_LOCK } from '#compiler/rules-lock.ts';
import { runTsc } from '../run-tsc.ts';

const LIBRARY = 'dist/lib';

/** The sources by output path without extension. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  index: 'runtime/adapters/index.ts',
  node: 'runtime/adapters/node/index.ts',
  fastify: 'runtime/adapters/node/fastify.ts',
  koa: 'runtime/adapters/node/koa.ts',
  fetch: 'runtime/adapters/fetch/index.ts',
  hono: 'runtime/adapters/fetch/hono.ts',
  compiler: 'compiler/cli/api/index.ts',
  vite: 'compiler/cli/bundler-plugin/vite.ts',
  rollup: 'compiler/cli/bundler-plugin/rollup.ts',
  esbuild: 'compiler/cli/bundler-plugin/esbuild.ts',
  webpack: 'compiler/cli/bundler-plugin/webpack.ts',
  proxy: 'runtime/proxy/create-proxy.ts',
  'engine/index': 'runtime/engine/index.ts',
  'engine/actions': 'runtime/engine/actions/index.ts',
  'engine/operators': 'runtime/engine/operators/index.ts',
  'engine/transformations': 'runtime/engine/transformations/index.ts',
  'engine/variables': 'runtime/engine/variables/index.ts',
};

/** The type that the plugins give a rule file, for `"types": ["portcullis-waf/rule-files"]`. */
const RULE_FILE_TYPES = `declare module '*.conf' {
  export const waf: import('./types/runtime/adapters/index.ts').CompiledWaf;
}
`;

/** `external`: packages that are installed with this one. The returned metafile lists the bundled files. */
export async function buildLibrary(external: readonly string[]): Promise<Metafile> {
  rmSync(LIBRARY, { recursive: true, force: true });
  mkdirSync(join(LIBRARY, 'rules'), { recursive: true });
  // dist/package.json applies to dist/proxy.js, which is CommonJS.
  const manifest = { type: 'module', imports: importsOfTypes() };
  writeFileSync(join(LIBRARY, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const { metafile } = await build({
    entryPoints: ENTRY_POINTS,
    outdir: LIBRARY,
    chunkNames: 'chunks/[hash]',
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    metafile: true,
    external: [...external],
  });
  emitTypes();
  writeFileSync(join(LIBRARY, 'rule-files.d.ts'), RULE_FILE_TYPES);
  return metafile;
}

/** Maps the import aliases of the sources, which declaration files have too, to the declaration files. */
function importsOfTypes(): Readonly<Record<string, string>> {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.fromEntries(
    Object.entries<string>(imports).map(([alias, path]) => [
      `${alias}.ts`,
      `./types/${path.slice('./'.length)}.d.ts`,
    ]),
  );
}

/**
 * Writes a declaration file under types/ for each source that an entry point reaches; `make check` reports type
 * errors.
 */
function emitTypes(): void {
  const errors = runTsc(Object.values(ENTRY_POINTS), {
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    noEmit: false,
    outDir: resolve(LIBRARY, 'types'),
    rootDir: resolve('.'),
  });
  if (errors !== '') throw new Error(`Types: ${errors}`);
}

export type CompiledProfile = {
  readonly name: string;
  readonly modules: readonly EmittedModule[];
};

/** The built-in rules, even when `make rules` has fetched others. */
const builtIn: RuleFiles = {
  read: (path) => (path === RULES_LOCK ? undefined : disk.read(path)),
  glob: (pattern) => (pattern.startsWith('rules/crs/') ? [] : disk.glob(pattern)),
};

export async function compileBuiltIn(): Promise<readonly CompiledProfile[]> {
  const profiles = DEFAULT_PROFILES.map(async (name) => {
    const read = readProfile(name, builtIn, {});
    if (read.kind === 'Error') throw new Error(read.message);
    const { program } = compile(read.profile, builtIn);
    if (program === undefined) throw new Error(`The built-in rules of ${name} have errors.`);
    return { name, modules: await warmModules(emit(program)) };
  });
  return Promise.all(profiles);
}

/** Writes one module without imports for each profile. */
export async function writeRules(profiles: readonly CompiledProfile[]): Promise<void> {
  for (const { name, modules } of profiles) {
    writeFileSync(join(LIBRARY, 'rules', `${name}.js`), await bundleModule(modules));
  }
  writeFileSync(
    join(LIBRARY, 'rules', 'index.d.ts'),
    "import type { CompiledWaf } from '../types/runtime/adapters/index.ts';\nexport declare const waf: CompiledWaf;\n",
  );
}

/** Writes the emitted modules before bundling, for the proxy's bundle. */
export function writeModules(folder: string, profiles: readonly CompiledProfile[]): void {
  for (const { name, modules } of profiles) {
    for (const { path, text } of modules) {
      const file = join(folder, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}
