/** Program -> a waf that runs in this process, for tests and offline runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledWaf } from '../runtime/engine/compiled-waf.ts';
import type { Program } from './3-specialize/program.ts';
import { emit } from './4-emit/emit.ts';
import { bundleWaf } from './bundle.ts';

export async function loadWaf(program: Program): Promise<CompiledWaf> {
  return importWaf(await bundleWaf(emit(program)));
}

/** A module can only be imported from a file; it is gone again afterwards. */
async function importWaf(text: string): Promise<CompiledWaf> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  try {
    const path = join(folder, 'waf.mjs');
    writeFileSync(path, text);
    const module: { readonly waf: CompiledWaf } = await import(pathToFileURL(path).href);
    return module.waf;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
