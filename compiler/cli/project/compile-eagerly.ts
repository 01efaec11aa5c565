/**
 * Changes a module so that its first request is faster. V8 scans the body of a function when it loads the module, and
 * compiles it at the first call; a function in parentheses is compiled at once.
 */
import { ts } from 'ts-morph';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { noServices } from '#engine/host/host-services.ts';
import { inspectWarm, type WarmRequest } from '#proxy/waf/warm-requests.ts';
import { importText } from './load-waf.ts';

/** Enough requests to know what most requests call. */
const REQUESTS = 20;

/** The share of requests that must call a function; others cost more at load time than they save. */
const SHARE = 0.7;

/** V8 names a function expression after its variable. */
const NAME = /^(function\*?)\s*[\w$]+/;

/** A declaration at the top level of a module, where names are unique. */
type Declaration = { readonly name: string; readonly start: number; readonly end: number };

/** `text` is a module that exports `waf` and imports nothing. The result is the same for the same requests. */
export async function compileEagerly(
  text: string,
  requests: readonly WarmRequest[],
): Promise<string> {
  const some = requests.slice(0, REQUESTS);
  if (some.length === 0) return text;
  const functions = declaredFunctions(text);
  const counts = await countCalls(text, functions, some);
  const isCalled = (name: string): boolean => (counts.get(name) ?? 0) >= SHARE * some.length;
  return replaceFunctions(text, functions, (code, name) =>
    isCalled(name) ? `var ${name}=(${code.replace(NAME, '$1')});` : code,
  );
}

function declaredFunctions(text: string): readonly Declaration[] {
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022);
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
    // Bundled modules export names instead of declarations, and the engine has no async functions.
    if (statement.modifiers !== undefined) return [];
    return [{ name: statement.name.text, start: statement.getStart(source), end: statement.end }];
  });
}

/**
 * Replaces declarations at the start of the module, because function declarations are hoisted. They keep their order,
 * in which neighbours are similar and compress well.
 */
function replaceFunctions(
  text: string,
  functions: readonly Declaration[],
  statement: (code: string, name: string) => string,
): string {
  const first = functions.map(({ name, start, end }) => statement(text.slice(start, end), name));
  const ends = [0, ...functions.map(({ end }) => end)];
  const rest = ends.map((from, index) => text.slice(from, functions[index]?.start));
  return [...first, ...rest].join('');
}

type Counted = {
  readonly waf: CompiledWaf;
  /** Returns what has been called since the last call. */
  readonly takeCalled: () => ReadonlySet<string>;
};

/** Returns for each name how many of `requests` call it. */
async function countCalls(
  text: string,
  functions: readonly Declaration[],
  requests: readonly WarmRequest[],
): Promise<ReadonlyMap<string, number>> {
  const noting = replaceFunctions(
    text,
    functions,
    (code, name) => `var ${name}=noteCalls('${name}',${code});`,
  );
  const { exports } = await importText<Counted>(`${noting}\n${NOTE_CALLS}`);
  const { waf, takeCalled } = exports;
  takeCalled();
  const counts = new Map<string, number>();
  for (const request of requests) {
    try {
      inspectWarm(waf, noServices, request);
    } catch {
      // Errors of rules at run time have their own verdict and record.
    }
    for (const name of takeCalled()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const NOTE_CALLS = `
var called;
function noteCalls(name, code) {
  return function (...given) {
    (called ??= new Set()).add(name);
    return code.apply(this, given);
  };
}
export function takeCalled() {
  const taken = called ?? new Set();
  called = new Set();
  return taken;
}`;
