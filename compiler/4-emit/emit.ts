/** Emits a Program as TypeScript modules. */
import type { Program } from '../3-specialize/program.ts';
import type { Hooks } from './emit-trace.ts';
import { moduleContents } from './module-contents.ts';
import type { EmittedModule } from './module-imports.ts';
import { writeModules } from './write-module.ts';

/**
 * Returns the modules, with paths relative to the profile's folder. `hooks` adds tracing to a module that records what
 * its rules do.
 */
export function emit(program: Program, hooks?: Hooks): readonly EmittedModule[] {
  return writeModules(moduleContents(program, hooks));
}
