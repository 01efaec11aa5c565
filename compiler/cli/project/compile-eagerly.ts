/**
 * The text of a module -> one whose first request is cheaper. V8 reads the body of a function when it loads the module, and
 * again when the function is called first; that of a function in parentheses it compiles at once.
 */
import { ts } from 'ts-morph';
import type { CompiledWaf } from '../../../runtime/engine/host/compiled-waf.ts';
import { noServices } from '../../../runtime/engine/host/host-services.ts';
import { inspectWarm, type WarmRequest } from '../../../runtime/proxy/waf/warm-requests.ts';
import { importText } from './load-waf.ts';

/** Enough to tell what most requests call. */
const REQUESTS = 20;

/** Of the requests; what fewer call costs more when it is loaded than it saves. */
const SHARE = 0.7;

/** V8 gives an expression the name of its variable. */
const NAME = /^(function\*?)\s*[\w$]+/;

/** At the top level of a module, where names are distinct. */
type Declaration = { readonly name: string; readonly start: number; readonly end: number };

/** `text`: a module that exports `waf` and imports nothing. The same requests give the same text. */
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
    // Bundled modules export names, not declarations, and the engine waits for nothing.
    if (statement.modifiers !== undefined) return [];
    return [{ name: statement.name.text, start: statement.getStart(source), end: statement.end }];
  });
}

/**
 * Declarations hold from the start of a module on, so what replaces them stands there; all in their order, in which they are
 * alike and compress well.
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
  /** What has been called since the last look. */
  readonly takeCalled: () => ReadonlySet<string>;
};

/** Name -> by how many of `requests` it is called. */
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
      // A fault of a rule at run time has its verdict and its record there.
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
