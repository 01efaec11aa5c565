/** Program -> a waf on the engine's own sources: bundling them once for each program would take most of the time. */
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type { Program } from '#compiler/3-specialize/program.ts';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import * as act from '#engine/actions/index.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import * as engine from '#engine/index.ts';
import * as op from '#engine/operators/index.ts';
import * as t from '#engine/transformations/index.ts';
import * as v from '#engine/variables/index.ts';

/** What emitted modules import of the engine. */
const vocabularies: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['portcullis-waf/engine/actions', act],
  ['portcullis-waf/engine', engine],
  ['portcullis-waf/engine/operators', op],
  ['portcullis-waf/engine/transformations', t],
  ['portcullis-waf/engine/variables', v],
]);

export async function loadProgram(program: Program): Promise<CompiledWaf> {
  const result = await build({
    entryPoints: ['./index.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'node20',
    plugins: [emittedModules(printProgram(program))],
  });
  const module: { exports: { waf?: CompiledWaf } } = { exports: {} };
  const run = compileFunction(result.outputFiles[0]?.text ?? '', ['module', 'require']);
  run(module, (path: string) => vocabularies.get(path));
  if (module.exports.waf === undefined) throw new Error('The program exports no waf');
  return module.exports.waf;
}

function emittedModules(modules: readonly EmittedModule[]): Plugin {
  const texts = new Map(modules.map(({ path, text }) => [`./${path}`, text]));
  return {
    name: 'emitted',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^portcullis-waf\// }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\.\// }, ({ path }) => ({ path, namespace: 'emitted' }));
      onLoad({ filter: /.*/, namespace: 'emitted' }, ({ path }) => ({
        contents: texts.get(path) ?? '',
        loader: 'ts',
      }));
    },
  };
}
