/** Loads a Program as a WAF in this process, for tests and offline runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program } from '#compiler/3-specialize/program.ts';
import { tracing } from '#compiler/4-emit/emit-trace.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { bundleWaf } from './bundle.ts';
import { temporaryFolder, unwritableFolder } from './module-folders.ts';

export async function loadWaf(program: Program): Promise<CompiledWaf> {
  return (await importWaf(await bundleWaf(printProgram(program)))).waf;
}

/** Loads the WAF with tracing. */
export async function loadTracedWaf(program: Program): Promise<CompiledWaf> {
  return (await importWaf(await bundleWaf(printProgram(program, tracing)))).waf;
}

export type WafModule = {
  readonly waf: CompiledWaf;
  /** The URL of the module in profiles of V8. */
  readonly url: string;
};

/** `text` is the result of bundleWaf. */
export async function importWaf(text: string): Promise<WafModule> {
  const { exports, url } = await importText<{ readonly waf: CompiledWaf }>(text);
  return { waf: exports.waf, url };
}

/**
 * Returns the exports of a module. It can be imported only from a file, which is removed afterwards. The caller
 * guarantees `Exports`.
 */
export async function importText<Exports>(
  text: string,
): Promise<{ readonly exports: Exports; readonly url: string }> {
  const folder = temporaryFolder();
  try {
    const path = join(folder, 'waf.mjs');
    write(path, text);
    const url = pathToFileURL(path).href;
    return { exports: await import(url), url };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw unwritableFolder(path, 'TMPDIR', error);
  }
}
