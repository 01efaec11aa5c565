/**
 * The XPaths that SecLang rules write after `XML:`. Supported are paths of `/` and `//` with element names, `*`,
 * `[n]` after an element, and `@name`, `@*` or `text()` as the last step. A name whose prefix the action xmlns has
 * bound means that namespace, whatever prefix the body uses for it; a name with another prefix is compared as text:
 * `soap:Body` in a rule matches `soap:Body` in the body. No functions, no other axes, no other predicates, no `|`.
 */

export type XPathStep = {
  readonly axis: 'Child' | 'Descendant';
  readonly test: 'Element' | 'Attribute' | 'Text';
  /** `*`: any name. */
  readonly name: string;
  /** URI of the namespace: `name` is then the local name. Left out: the name is compared as it is written. */
  readonly namespace?: string;
  /** From 1, counted among the children of one parent; undefined: all children. */
  readonly index: number | undefined;
};

export type XPath = {
  readonly text: string;
  readonly steps: readonly XPathStep[];
  /** The bindings of prefixes to namespaces; left out: none of the prefixes is bound. */
  readonly bound?: string;
};

/** Prefix -> URI. */
export type Namespaces = ReadonlyMap<string, string>;

export type CompiledXPath =
  | { readonly kind: 'Ok'; readonly path: XPath }
  /** `index`: char offset in the expression. */
  | { readonly kind: 'Error'; readonly message: string; readonly index: number };

const STEP =
  /(\/\/?)(?:(text\(\))|(@?)(\*|[A-Za-z_][\w.-]*(?::(?:[A-Za-z_][\w.-]*|\*))?)(?:\[([1-9]\d{0,8})\])?)/y;

/** `evaluateXPath` keeps a bit for each step, so there are no more steps than bits. */
const MOST_STEPS = 30;

/** Compiles an expression. A relative path begins at the document, as in ModSecurity. */
export function compileXPath(text: string, namespaces: Namespaces = new Map()): CompiledXPath {
  const isRelative = !text.startsWith('/');
  const source = isRelative ? `/${text}` : text;
  const steps: XPathStep[] = [];
  let at = 0;
  while (at < source.length) {
    const index = isRelative ? Math.max(at - 1, 0) : at;
    const step = readStep(source, at);
    if (step === undefined) return error('expected a step such as /name, //name or /@name', index);
    const named = inNamespace(step, namespaces);
    const problem = problemOf(named, steps);
    if (problem !== undefined) return error(problem, index);
    steps.push(named);
    at = STEP.lastIndex;
  }
  const used = steps.flatMap(({ namespace }) => namespace ?? []);
  return {
    kind: 'Ok',
    path: { text, steps, ...(used.length > 0 && { bound: used.join(' ') }) },
  };
}

/** Returns why the step cannot follow `steps`; undefined: it can. */
function problemOf(
  { test, name, index }: XPathStep,
  steps: readonly XPathStep[],
): string | undefined {
  const last = steps.at(-1);
  if (last !== undefined && last.test !== 'Element') {
    return 'an attribute or text() must be the last step';
  }
  if (test === 'Attribute' && index !== undefined) return 'only elements can be counted';
  if (steps.length === MOST_STEPS) return `more than ${MOST_STEPS} steps`;
  return name.endsWith(':*') ? 'no xmlns binds the prefix before :*' : undefined;
}

function inNamespace(step: XPathStep, namespaces: Namespaces): XPathStep {
  const [prefix = '', local] = step.name.split(':');
  const namespace = local === undefined ? undefined : namespaces.get(prefix);
  return local === undefined || namespace === undefined
    ? step
    : { ...step, name: local, namespace };
}

function error(message: string, index: number): CompiledXPath {
  return { kind: 'Error', message, index };
}

/** Reads a step; stores the offset after it in `STEP.lastIndex`. */
function readStep(source: string, at: number): XPathStep | undefined {
  STEP.lastIndex = at;
  const match = STEP.exec(source);
  if (match === null) return undefined;
  const [, slashes, isText, sigil, name = '*', count] = match;
  const axis = slashes === '//' ? 'Descendant' : 'Child';
  if (isText !== undefined) return { axis, test: 'Text', name, index: undefined };
  const index = count === undefined ? undefined : Number(count);
  return { axis, test: sigil === '@' ? 'Attribute' : 'Element', name, index };
}
