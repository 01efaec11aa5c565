/**
 * Replaces the functions with which an application responds, for one response.
 *
 * Replacements are properties of the response. Express sets another prototype on responses first; V8 then copies the
 * layout of the object for every property that is added, which takes longer than the rest of the adapter. For
 * Express, the prototype that all its applications share therefore gets functions, once, which look up those of the
 * response.
 */
import type { ServerResponse } from 'node:http';

/** The functions that write a response. */
export type Writers = { writeHead: unknown; write: unknown; end: unknown; flushHeaders: unknown };
type Name = keyof Writers;

export type Replacement = {
  /** Makes the response use the replacements. */
  readonly put: () => void;
  /** Restores the response's own functions. */
  readonly takeBack: () => void;
};

const NAMES: readonly Name[] = ['writeHead', 'write', 'end', 'flushHeaders'];

/** Replacements by response; the functions of the prototype look them up here. */
const replaced = new WeakMap<object, Writers>();
/** By prototype: its functions that look replacements up. */
const prototypes = new WeakMap<object, Writers>();

export function replacement(response: ServerResponse, others: Writers): Replacement {
  if (looksUp(response)) {
    return {
      put: () => replaced.set(response, others),
      takeBack: () => replaced.delete(response),
    };
  }
  const { writeHead, write, end, flushHeaders } = response;
  const own = { writeHead, write, end, flushHeaders };
  return { put: () => assign(response, others), takeBack: () => assign(response, own) };
}

/** By name: a loop would look up each property. */
function assign(response: Writers, { writeHead, write, end, flushHeaders }: Writers): void {
  response.writeHead = writeHead;
  response.write = write;
  response.end = end;
  response.flushHeaders = flushHeaders;
}

/**
 * Returns whether the response uses the functions of the prototype; false when someone has replaced a function
 * before, or replaces it for the second time.
 */
function looksUp(response: ServerResponse & Writers): boolean {
  const prototype = frameworkPrototype(response);
  if (prototype === undefined || replaced.has(response)) return false;
  const lookUps = prototypes.get(prototype) ?? prepare(prototype);
  return NAMES.every((name) => response[name] === lookUps[name]);
}

/** Returns the prototype just below Node's, which has `writeHead`; undefined: there is none. */
function frameworkPrototype(response: object): object | undefined {
  let found: object | undefined;
  let next: object | null = Object.getPrototypeOf(response);
  while (next !== null && !prototypes.has(next) && !Object.hasOwn(next, 'writeHead')) {
    found = next;
    next = Object.getPrototypeOf(next);
  }
  return next !== null && prototypes.has(next) ? next : found;
}

function prepare(prototype: object): Writers {
  const inherited: Writers = Object.getPrototypeOf(prototype);
  const [writeHead, write, end, flushHeaders] = NAMES.map((name) => lookUp(name, inherited[name]));
  const lookUps = { writeHead, write, end, flushHeaders };
  for (const name of NAMES) {
    const value = lookUps[name];
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
  prototypes.set(prototype, lookUps);
  return lookUps;
}

function lookUp(name: Name, own: unknown): unknown {
  return function (this: object, ...given: readonly unknown[]): unknown {
    const found = replaced.get(this)?.[name] ?? own;
    return typeof found === 'function' ? Reflect.apply(found, this, given) : undefined;
  };
}
