/** Adds automaton states, precomputed by the compiler, to emitted modules (runtime/engine/regex/emitted-states.ts). */
import type { StatesCode } from '#engine/regex/emitted-states.ts';
import { identifier, ts } from './code.ts';
import { engine } from './engine-names.ts';
import { moduleDescriptions } from './module-descriptions.ts';
import type { EmittedModule } from './module-imports.ts';
import { member } from './own-names.ts';
import { writeModules } from './write-module.ts';

/**
 * Returns the modules with their states. `states` maps names of data.ts to states; `modules` is the result of `emit`,
 * without states.
 */
export function addStates(
  modules: readonly EmittedModule[],
  states: ReadonlyMap<string, StatesCode>,
): readonly EmittedModule[] {
  if (states.size === 0) return modules;
  const statements = [...states].map(([name, code]) => {
    return ts`${engine('loadStates')}(${member('data', identifier(name))}, ${code});`;
  });
  const added = writeModules([
    { path: 'states.ts', header: [moduleDescriptions.states, ...makerOf(modules)], statements },
  ]);
  return [
    ...modules.map((module) => (module.path === 'index.ts' ? loading(module) : module)),
    ...added,
  ];
}

/** Returns the line that all modules have in common. */
function makerOf(modules: readonly EmittedModule[]): readonly string[] {
  const maker = /^\/\/ (Made by .*)$/m.exec(modules[0]?.text ?? '')?.[1];
  return maker === undefined ? [] : [maker];
}

function loading({ path, text }: EmittedModule): EmittedModule {
  return { path, text: `${text}\nimport './states.ts';\n` };
}
