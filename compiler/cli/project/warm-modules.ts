/**
 * Emitted modules -> the same with the states of automata that common requests take, so that the first requests of a
 * process find them. What rules decide does not change.
 */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { CompiledWaf } from '../../../runtime/engine/host/compiled-waf.ts';
import { noServices } from '../../../runtime/engine/host/host-services.ts';
import { locate, type Matcher } from '../../../runtime/engine/regex/matcher.ts';
import {
  inspectWarm,
  type WarmRequest,
  warmRequest,
} from '../../../runtime/proxy/waf/warm-requests.ts';
import { addStates } from '../../4-emit/emit-states.ts';
import type { EmittedModule } from '../../4-emit/write-module.ts';
import { encodeStates, visitedStates } from '../../regex/encode-states.ts';
import { bundleWaf } from './bundle.ts';
import { importText } from './load-waf.ts';

/** More of them take hardly any other states. */
const REQUESTS = 100;

/** What the states of one expression may take in a module: of rules that were called, and of the others. */
const DIGITS = { called: 2400, others: 200 } as const;

/** The built-in mix, the same each time. */
export const warmMix: readonly WarmRequest[] = Array.from({ length: REQUESTS }, (_, index) =>
  warmRequest(index),
);

/** `modules`: what `emit` gave, without tracing. The same requests give the same states. */
export async function warmModules(
  modules: readonly EmittedModule[],
  requests: readonly WarmRequest[] = warmMix,
): Promise<readonly EmittedModule[]> {
  if (requests.length === 0) return modules;
  const { waf, data } = await openModules(modules);
  try {
    for (const request of requests) inspectWarm(waf, noServices, request);
  } catch {
    // A fault of a rule at run time has its verdict and its record there.
  }
  const texts = [...new Set(requests.flatMap(textsOf))];
  const states = Object.entries(data).flatMap(([name, value]) => {
    const code = isMatcher(value) ? statesOf(value, texts) : undefined;
    return code === undefined ? [] : [[name, code] as const];
  });
  return addStates(modules, new Map(states));
}

type OpenedModules = {
  readonly waf: CompiledWaf;
  /** By their names in data.ts: expressions, and what else rules need. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Loads the modules, with what they keep to themselves. */
export async function openModules(modules: readonly EmittedModule[]): Promise<OpenedModules> {
  const entry = 'opened.ts';
  const text = `export { waf } from './index.ts';\nexport * as data from './data.ts';\n`;
  const bundled = await bundleWaf([...modules, { path: entry, text }], { entry });
  return (await importText<OpenedModules>(bundled)).exports;
}

/** Of a module that this engine has loaded. */
export function isMatcher(value: unknown): value is Matcher {
  return typeof value === 'object' && value !== null && 'searcher' in value;
}

/** Those of rules that were called, then those of any text: which rules are called is another matter for other requests. */
function statesOf(matcher: Matcher, texts: readonly ByteString[]): string | undefined {
  const own = matcher.searcher === undefined ? [] : visitedStates(matcher.searcher);
  for (const text of texts) locate(matcher, text);
  // One that looks around has none.
  const { searcher } = matcher;
  const digits = own.length > 0 ? DIGITS.called : DIGITS.others;
  return searcher && encodeStates(searcher, [...own, ...visitedStates(searcher)], digits);
}

/** Whole, and in the pieces that arguments are. */
function textsOf({ head, body }: WarmRequest): readonly ByteString[] {
  const whole = [head.target, ...head.headers.map(([, value]) => value), body];
  return [...whole, ...whole.flatMap((text) => text.replaceAll('+', ' ').split(PIECES))];
}

const PIECES = /[&=?"{}[\],;:\r\n]+/;
