/** Program -> a waf that runs in this process, for tests and offline runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledWaf } from '../runtime/engine/compiled-waf.ts';
import type { Trace } from '../runtime/engine/trace.ts';
import type { Program } from './3-specialize/program.ts';
import { emit } from './4-emit/emit.ts';
import { tracing } from './4-emit/emit-trace.ts';
import { bundleWaf } from './bundle.ts';

export async function loadWaf(program: Program): Promise<CompiledWaf> {
  const { waf }: { readonly waf: CompiledWaf } = await importText(await bundleWaf(emit(program)));
  return waf;
}

export type TracedWaf = { readonly waf: CompiledWaf; readonly trace: Trace };

/** The same, and it tells what it does. */
export async function loadTracedWaf(program: Program): Promise<TracedWaf> {
  return importText(await bundleWaf(emit(program, tracing)));
}

/** A module can only be imported from a file; it is gone again afterwards. Its type is what `emit` promises. */
async function importText<Module>(text: string): Promise<Module> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  try {
    const path = join(folder, 'waf.mjs');
    writeFileSync(path, text);
    return await import(pathToFileURL(path).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
