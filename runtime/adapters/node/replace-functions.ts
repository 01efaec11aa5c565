/**
 * Replaces the functions with which an application responds, for one response.
 *
 * Replacements are properties of the response. Express sets another prototype on responses first; V8 then copies the
 * layout of the object for every property that is added, and finds no property of it in a cache. For Express, the
 * prototype that all its applications share therefore gets functions, once, which look up those of the response.
 */
import { ServerResponse } from 'node:http';

type Writer = (...given: never[]) => unknown;

/** The functions that write a response. */
export type Writers = { writeHead: Writer; write: Writer; end: Writer; flushHeaders: Writer };

export type Replacement = {
  /** The functions that the response had before. */
  readonly own: Writers;
  /**
   * Takes the replacements back. Functions that middleware has put on top of them, for example to compress, stay, and
   * continue to call the replacements.
   */
  readonly release: () => void;
  /** Calls `send` while the response has its own functions; the replacements then receive all calls. */
  readonly refuse: (send: () => void) => void;
};

/** Replacements by response; the functions of the prototype look them up here. */
const replaced = new WeakMap<object, Writers>();

/** A prototype whose functions look replacements up. */
type Prepared = { readonly own: Writers; readonly lookUps: Writers };
const prototypes = new WeakMap<object, Prepared>();

export function replaceFunctions(response: ServerResponse, others: Writers): Replacement {
  const prepared = preparedFor(response);
  const own = prepared?.own ?? writersOf(response);
  const refuse = (send: () => void): void => {
    // Also over functions on top of the replacements: they may be in the middle of a call.
    assign(response, own);
    send();
    assign(response, others);
  };
  if (prepared === undefined) {
    assign(response, others);
    return { own, refuse, release: () => restore(response, others, own) };
  }
  replaced.set(response, others);
  return { own, refuse, release: () => void replaced.delete(response) };
}

function writersOf({ writeHead, write, end, flushHeaders }: Writers): Writers {
  return { writeHead, write, end, flushHeaders };
}

/** By name, as everywhere here: a loop would look up each property. */
function assign(response: Writers, { writeHead, write, end, flushHeaders }: Writers): void {
  response.writeHead = writeHead;
  response.write = write;
  response.end = end;
  response.flushHeaders = flushHeaders;
}

function restore(response: Writers, others: Writers, own: Writers): void {
  if (response.writeHead === others.writeHead) response.writeHead = own.writeHead;
  if (response.write === others.write) response.write = own.write;
  if (response.end === others.end) response.end = own.end;
  if (response.flushHeaders === others.flushHeaders) response.flushHeaders = own.flushHeaders;
}

/**
 * Returns the functions of the framework's prototype. Undefined: there is none; or someone has replaced a function
 * before, or replaces it for the second time.
 */
function preparedFor(response: ServerResponse): Prepared | undefined {
  const prototype = frameworkPrototype(response);
  if (prototype === undefined || replaced.has(response)) return undefined;
  const prepared = prototypes.get(prototype) ?? prepare(prototype);
  // Not read from the response, which V8 would search anew for each.
  const inherited: Writers = Object.getPrototypeOf(response);
  const { lookUps } = prepared;
  const isUsed =
    inherited.writeHead === lookUps.writeHead &&
    inherited.write === lookUps.write &&
    inherited.end === lookUps.end &&
    inherited.flushHeaders === lookUps.flushHeaders;
  return isUsed && !hasOwnWriter(response) ? prepared : undefined;
}

/** Returns the prototype just below Node's; undefined: there is none. */
function frameworkPrototype(response: ServerResponse): object | undefined {
  let found: object | undefined;
  let next: object | null = Object.getPrototypeOf(response);
  while (next !== null && next !== ServerResponse.prototype) {
    found = next;
    next = Object.getPrototypeOf(next);
  }
  return next === null ? undefined : found;
}

function hasOwnWriter(response: ServerResponse): boolean {
  return (
    Object.hasOwn(response, 'writeHead') ||
    Object.hasOwn(response, 'write') ||
    Object.hasOwn(response, 'end') ||
    Object.hasOwn(response, 'flushHeaders')
  );
}

function prepare(prototype: object): Prepared {
  const own = writersOf(Object.getPrototypeOf(prototype));
  const lookUps: Writers = {
    writeHead(...given: readonly unknown[]) {
      return Reflect.apply((replaced.get(this) ?? own).writeHead, this, given);
    },
    write(...given: readonly unknown[]) {
      return Reflect.apply((replaced.get(this) ?? own).write, this, given);
    },
    end(...given: readonly unknown[]) {
      return Reflect.apply((replaced.get(this) ?? own).end, this, given);
    },
    flushHeaders(...given: readonly unknown[]) {
      return Reflect.apply((replaced.get(this) ?? own).flushHeaders, this, given);
    },
  };
  for (const [name, value] of Object.entries(lookUps)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
  const prepared = { own, lookUps };
  prototypes.set(prototype, prepared);
  return prepared;
}
