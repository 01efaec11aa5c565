/**
 * Puts other functions in the place of those with which an application answers, for one response.
 *
 * They are properties of the response. Express has given responses another prototype before; V8 then copies the layout
 * of the object for every property that is added, which takes longer than all else that an adapter does. There they
 * are, once, on the prototype that all applications of Express have in common, and look up whose they are.
 */
import type { ServerResponse } from 'node:http';

/** What an answer is written with. */
export type Writers = { writeHead: unknown; write: unknown; end: unknown; flushHeaders: unknown };
type Name = keyof Writers;

export type Replacement = {
  /** The other functions are in place. */
  readonly put: () => void;
  /** The response has its own again. */
  readonly takeBack: () => void;
};

const NAMES: readonly Name[] = ['writeHead', 'write', 'end', 'flushHeaders'];

/** The functions of responses whose prototype looks them up. */
const replaced = new WeakMap<object, Writers>();
/** Those that look them up, by the prototype that has them. */
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

/** By name: a loop would look each up. */
function assign(response: Writers, { writeHead, write, end, flushHeaders }: Writers): void {
  response.writeHead = writeHead;
  response.write = write;
  response.end = end;
  response.flushHeaders = flushHeaders;
}

/** False as well when somebody has replaced a function before, or does so for the second time. */
function looksUp(response: ServerResponse & Writers): boolean {
  const prototype = frameworkPrototype(response);
  if (prototype === undefined || replaced.has(response)) return false;
  const lookUps = prototypes.get(prototype) ?? prepare(prototype);
  return NAMES.every((name) => response[name] === lookUps[name]);
}

/** The one next to Node's, which has `writeHead`; undefined: there is none between. */
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
