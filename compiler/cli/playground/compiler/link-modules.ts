/** Emitted modules -> the text of one ES module in JavaScript, which receives the engine as an argument. */
import { transform } from 'sucrase';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import { PACKAGE } from '#compiler/version.ts';
import * as actions from '#engine/actions/index.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import * as host from '#engine/index.ts';
import * as operators from '#engine/operators/index.ts';
import * as transformations from '#engine/transformations/index.ts';
import * as variables from '#engine/variables/index.ts';

/** The modules of the engine, by the names that emitted modules import. */
export type EngineModules = ReadonlyMap<string, object>;

/** The exports of a linked module. */
export type LinkedModule = { readonly open: (engine: EngineModules) => CompiledWaf };

const ENGINE = `${PACKAGE}/engine`;

export const engineModules: EngineModules = new Map<string, object>([
  [ENGINE, host],
  [`${ENGINE}/actions`, actions],
  [`${ENGINE}/operators`, operators],
  [`${ENGINE}/transformations`, transformations],
  [`${ENGINE}/variables`, variables],
]);

/** Returns a text that contains only emitted code and that imports nothing. */
export function linkModules(modules: readonly EmittedModule[]): string {
  const functions = modules.map(
    ({ path, text }) =>
      `[${JSON.stringify(`./${path}`)}, (exports, require) => {\n${plain(text)}}],`,
  );
  return `const functions = new Map([\n${functions.join('\n')}\n]);\n${OPEN}`;
}

/** Returns JavaScript that calls `require` for its imports. */
function plain(text: string): string {
  const { code } = transform(text, {
    transforms: ['typescript', 'imports'],
    disableESTransforms: true,
  });
  return `${code}\n`;
}

const OPEN = `
export function open(engine) {
  const loaded = new Map(engine);
  const require = (name) => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(name, exports);
    functions.get(name)(exports, require);
    return exports;
  };
  return require('./index.ts').waf;
}
`;
