/** Loads a compiled rule module from a file and validates it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledWaf } from '../../engine/host/compiled-waf.ts';

/**
 * Imports the module under a URL that holds its content's hash: a changed file is a new module to
 * Node, an unchanged one is the module already loaded. Throws with one clear sentence.
 */
export async function loadModule(path: string): Promise<CompiledWaf> {
  const file = resolve(path);
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  const loaded: unknown = await import(`${pathToFileURL(file).href}?sha256=${hash}`);
  const waf = typeof loaded === 'object' && loaded !== null && 'waf' in loaded ? loaded.waf : null;
  if (!isCompiledWaf(waf)) throw new Error('it exports no compiled rules (`waf`)');
  selfTest(waf);
  return waf;
}

function isCompiledWaf(value: unknown): value is CompiledWaf {
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

/** Runs a plain request through all phases; a module that throws is not used. */
function selfTest(waf: CompiledWaf): void {
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
