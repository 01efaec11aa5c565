/**
 * Adds to emitted modules the automaton states that common requests visit, so that the first requests of a process do
 * not compute them. Verdicts stay the same.
 */
import { addStates } from '#compiler/4-emit/emit-states.ts';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import {
  digitsOf,
  type StatesEncoder,
  statesEncoder,
  visitedStates,
} from '#compiler/regex/encode-states.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { noServices } from '#engine/host/host-services.ts';
import type { StatesCode } from '#engine/regex/emitted-states.ts';
import { locate, type Matcher } from '#engine/regex/matcher.ts';
import { inspectWarm, type WarmRequest, warmRequest } from '#proxy/waf/warm-requests.ts';
import { bundleWaf } from './bundle.ts';
import { importText } from './load-waf.ts';

/** More requests visit hardly any other states. */
const REQUESTS = 100;

/**
 * Limits of digits for the states in a module. `called`: the states of an expression that its rule has visited; `more`:
 * these and further states of the expression; `other`: the states of an expression whose rule was not called; `all`: the
 * module, so that a profile of the built-in rules stays below 250 KB compressed.
 */
const DIGITS = { called: 5000, more: 2400, other: 40, all: 59_000 } as const;

/** The built-in mix of requests, the same in every run. */
export const warmMix: readonly WarmRequest[] = Array.from({ length: REQUESTS }, (_, index) =>
  warmRequest(index),
);

/** Returns `modules`, the result of `emit` without tracing, with states. The same requests yield the same states. */
export async function warmModules(
  modules: readonly EmittedModule[],
  requests: readonly WarmRequest[] = warmMix,
): Promise<readonly EmittedModule[]> {
  if (requests.length === 0) return modules;
  const { waf, data } = await openModules(modules);
  try {
    for (const request of requests) inspectWarm(waf, noServices, request);
  } catch {
    // A rule that throws does so at run time too, where it gets a verdict and a log record.
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
  /** Expressions and other data of the rules, by their names in data.ts. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Loads the modules. The result includes the data that they do not export to hosts. */
export async function openModules(modules: readonly EmittedModule[]): Promise<OpenedModules> {
  const entry = 'opened.ts';
  const text = `export { waf } from './index.ts';\nexport * as data from './data.ts';\n`;
  const bundled = await bundleWaf([...modules, { path: entry, text }], { entry });
  return (await importText<OpenedModules>(bundled)).exports;
}

/** Returns whether a value of a module that this engine has loaded is an expression. */
export function isMatcher(value: unknown): value is Matcher {
  return typeof value === 'object' && value !== null && 'searcher' in value;
}

/** The states that a rule has visited may take this many times the limit for the others. */
const FLOOR = 40;

type Visit = {
  readonly encode: StatesEncoder;
  /** Digits that the first states take, which the rule itself has visited; `most` is the limit for all states. */
  readonly least: number;
  readonly most: number;
};

/** Returns the states that the rule has visited, then those that `texts` visit: other requests call other rules. */
function visitStates(matcher: Matcher, texts: readonly ByteString[]): Visit | undefined {
  const own = matcher.searcher === undefined ? [] : visitedStates(matcher.searcher);
  for (const text of texts) locate(matcher, text);
  const { searcher } = matcher;
  // An expression with look-around has no searcher.
  if (searcher === undefined) return undefined;
  const states = [...own, ...visitedStates(searcher)];
  const encode = statesEncoder(searcher, states);
  if (own.length === 0) return { encode, least: 0, most: DIGITS.other };
  const least = Math.min(DIGITS.called, digitsOf(searcher, own));
  return { encode, least, most: Math.max(least, DIGITS.more) };
}

/**
 * Encodes the states of all expressions. When they exceed DIGITS.all, lowers the limit for each expression, which removes
 * states of the largest ones, and those that their rules have visited last.
 */
function encodeAll(
  visits: readonly (Visit & { readonly name: string })[],
): ReadonlyMap<string, StatesCode> {
  const codes = new Map<string, StatesCode>();
  for (let limit: number = DIGITS.more; limit > 1; limit *= 0.95) {
    for (const { name, encode, least, most } of visits) {
      const digits = Math.max(Math.min(least, FLOOR * limit), Math.min(most, limit));
      const isShort = (codes.get(name)?.length ?? Number.POSITIVE_INFINITY) <= digits;
      if (!isShort) codes.set(name, encode(digits));
    }
    if ([...codes.values()].join('').length <= DIGITS.all) break;
  }
  return codes;
}

/** Returns target, header values and body of the request, each whole and split into pieces such as arguments. */
function textsOf({ head, body }: WarmRequest): readonly ByteString[] {
  const whole = [head.target, ...head.headers.map(([, value]) => value), body];
  return [...whole, ...whole.flatMap((text) => text.replaceAll('+', ' ').split(PIECES))];
}

const PIECES = /[&=?"{}[\],;:\r\n]+/;
