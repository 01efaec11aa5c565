/**
 * Bundles emitted modules to the one module that applications load: for `compile --out`, the plugins and the built-in
 * rules.
 */
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import type { WarmRequest } from '#proxy/waf/warm-requests.ts';
import { bundleWaf } from './bundle.ts';
import { compileEagerly } from './compile-eagerly.ts';
import { warmMix } from './warm-modules.ts';

/** `requests` are those whose automaton states the module contains. */
export async function bundleModule(
  modules: readonly EmittedModule[],
  requests: readonly WarmRequest[] = warmMix,
): Promise<string> {
  return compileEagerly(await bundleWaf(modules, { minify: true }), requests);
}
