/**
 * Emitted modules -> the same with the states of automata that common requests take, so that the first requests of a
 * process find them. What rules decide does not change.
 */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { CompiledWaf } from '../../../runtime/engine/host/compiled-waf.ts';
import { noServices } from '../../../runtime/engine/host/host-services.ts';
import type { Dfa } from '../../../runtime/engine/regex/dfa.ts';
import type { StatesCode } from '../../../runtime/engine/regex/emitted-states.ts';
import { locate, type Matcher } from '../../../runtime/engine/regex/matcher.ts';
import {
  inspectWarm,
  type WarmRequest,
  warmRequest,
} from '../../../runtime/proxy/waf/warm-requests.ts';
import { addStates } from '../../4-emit/emit-states.ts';
import type { EmittedModule } from '../../4-emit/module-imports.ts';
import { digitsOf, encodeStates, visitedStates } from '../../regex/encode-states.ts';
import { bundleWaf } from './bundle.ts';
import { importText } from './load-waf.ts';

/** More of them take hardly any other states. */
const REQUESTS = 100;

/**
 * What states may take in a module: those that a rule of an expression has taken, with more of it, those of an expression
 * whose rule was not called, and all together, with which a profile of the built-in rules stays below 250 KB compressed.
 */
const DIGITS = { called: 5000, more: 2400, other: 100, all: 60_000 } as const;

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
  const visits = Object.entries(data).flatMap(([name, value]) => {
    const visit = isMatcher(value) ? visitStates(value, texts) : undefined;
    return visit === undefined ? [] : [{ name, ...visit }];
  });
  return addStates(modules, encodeAll(visits));
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

/** How many times as much what a rule has taken may be as the rest. */
const FLOOR = 40;

type Visit = {
  readonly searcher: Dfa;
  readonly states: readonly number[];
  /** The first of them, which its rule has taken, have room in so many digits; all may take the most. */
  readonly least: number;
  readonly most: number;
};

/** Those of rules that were called, then those of any text: which rules are called is another matter for other requests. */
function visitStates(matcher: Matcher, texts: readonly ByteString[]): Visit | undefined {
  const own = matcher.searcher === undefined ? [] : visitedStates(matcher.searcher);
  for (const text of texts) locate(matcher, text);
  const { searcher } = matcher;
  // An expression with look-around has no searcher.
  if (searcher === undefined) return undefined;
  const states = [...own, ...visitedStates(searcher)];
  if (own.length === 0) return { searcher, states, least: 0, most: DIGITS.other };
  const least = Math.min(DIGITS.called, digitsOf(searcher, own));
  return { searcher, states, least, most: Math.max(least, DIGITS.more) };
}

/** When all together take too much, those that take most get less, at first of what their rules have not taken. */
function encodeAll(
  visits: readonly (Visit & { readonly name: string })[],
): ReadonlyMap<string, StatesCode> {
  const codes = new Map<string, StatesCode>();
  for (let limit: number = DIGITS.more; limit > 1; limit *= 0.8) {
    for (const { name, searcher, states, least, most } of visits) {
      const digits = Math.max(Math.min(least, FLOOR * limit), Math.min(most, limit));
      const isShort = (codes.get(name)?.length ?? Number.POSITIVE_INFINITY) <= digits;
      if (!isShort) codes.set(name, encodeStates(searcher, states, digits));
    }
    if ([...codes.values()].join('').length <= DIGITS.all) break;
  }
  return codes;
}

/** Whole, and in the pieces that arguments are. */
function textsOf({ head, body }: WarmRequest): readonly ByteString[] {
  const whole = [head.target, ...head.headers.map(([, value]) => value), body];
  return [...whole, ...whole.flatMap((text) => text.replaceAll('+', ' ').split(PIECES))];
}

const PIECES = /[&=?"{}[\],;:\r\n]+/;
