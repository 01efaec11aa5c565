/** Loads a compiled rule module from a file and validates it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';

/**
 * Where a thread loads its rules from. It holds the bytes of the module, because the file may have changed since it
 * was loaded.
 */
export type ModuleSource =
  | { readonly kind: 'Bundled' }
  | { readonly kind: 'File'; readonly sha256: string; readonly bytes: Uint8Array };

export type LoadedModule = { readonly waf: TransferableWaf; readonly source: ModuleSource };

/**
 * Number of times that a file changed during its import. Node caches what it read then under the URL of the other
 * content.
 */
let changes = 0;

/**
 * Imports the module under a URL that contains the hash of its content. So Node imports a changed file again, and
 * returns the module that is already loaded for an unchanged one. Throws an error whose message is one sentence.
 */
export async function loadModule(path: string): Promise<LoadedModule> {
  const file = resolve(path);
  const bytes = readFileSync(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const url = `${pathToFileURL(file).href}?sha256=${sha256}&changes=${changes}`;
  const waf = await importModule(url).finally(() => {
    if (readFileSync(file).equals(bytes)) return;
    changes += 1;
    throw new Error('it changed while it was being loaded');
  });
  return { waf, source: { kind: 'File', sha256, bytes } };
}

/** Imports and checks a module. Throws an error whose message is one sentence. */
export async function importModule(url: string): Promise<TransferableWaf> {
  const loaded: unknown = await import(url);
  const waf = typeof loaded === 'object' && loaded !== null && 'waf' in loaded ? loaded.waf : null;
  if (!isCompiledWaf(waf)) throw new Error('it exports no compiled rules (`waf`)');
  selfTest(waf);
  return waf;
}

function isCompiledWaf(value: unknown): value is TransferableWaf {
  return (
    typeof value === 'object' &&
    value !== null &&
    'open' in value &&
    typeof value.open === 'function' &&
    'settings' in value &&
    typeof value.settings === 'object' &&
    'manifest' in value &&
    typeof value.manifest === 'object'
  );
}

/** Runs a harmless request through all phases; throws when the module does. */
function selfTest(waf: TransferableWaf): void {
  const transaction = waf.open(
    {
      method: 'GET',
      target: '/',
      protocol: 'HTTP/1.1',
      headers: [['Host', 'localhost']],
      remoteAddress: '127.0.0.1',
      remotePort: 1,
      serverAddress: '127.0.0.1',
      serverPort: 1,
      serverName: 'localhost',
    },
    'self-test',
  );
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody('');
  transaction.inspectResponseHeaders({ status: 200, protocol: 'HTTP/1.1', headers: [] });
  transaction.inspectResponseBody('');
  transaction.close();
}
