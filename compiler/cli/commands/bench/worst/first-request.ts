/** Measures a request in a module that is loaded as the proxy loads it: automaton states, then the whole warm-up. */
import { noServices } from '../../../../../runtime/engine/host/host-services.ts';
import {
  ATTACK_REQUESTS,
  attackRequest,
} from '../../../../../runtime/proxy/waf/attack-requests.ts';
import { inspectWarm } from '../../../../../runtime/proxy/waf/warm-requests.ts';
import { importWaf } from '../../../project/load-waf.ts';
import { warmMix } from '../../../project/warm-modules.ts';
import type { BenchRequest } from '../bench-request.ts';
import { runTransaction } from '../bench-waf.ts';
import { timeOf } from './stopwatch.ts';

/** Returns the microseconds of `request`, the first one that a new copy of the bundled module inspects after its warm-up. */
export async function timeOfFirst(text: string, request: BenchRequest): Promise<number> {
  const { waf } = await importWaf(text);
  for (const warm of warmMix) inspectWarm(waf, noServices, warm);
  for (let index = 0; index < ATTACK_REQUESTS; index += 1)
    inspectWarm(waf, noServices, attackRequest(index));
  return timeOf(() => runTransaction(waf, request));
}
