/** Emitted modules -> the text of the one module that applications load: `compile --out`, the plugins, the built-in rules. */
import type { WarmRequest } from '../../../runtime/proxy/waf/warm-requests.ts';
import type { EmittedModule } from '../../4-emit/module-imports.ts';
import { bundleWaf } from './bundle.ts';
import { compileEagerly } from './compile-eagerly.ts';
import { warmMix } from './warm-modules.ts';

/** `requests`: those that a process is to be ready for. */
export async function bundleModule(
  modules: readonly EmittedModule[],
  requests: readonly WarmRequest[] = warmMix,
): Promise<string> {
  return compileEagerly(await bundleWaf(modules, { minify: true }), requests);
}
