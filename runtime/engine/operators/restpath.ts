/** @restpath: path templates such as `/users/{id}/orders` (Coraza only; docs/spec/seclang-evaluation.md#operators). */
import type { ByteString } from '../bytes/byte-string.ts';
import { containsBytes } from '../text-search/substring.ts';
import type { Parsed } from './parsed.ts';

/** A template `literals[0] {names[0]} literals[1] {names[1]} ...` has one literal more than names. */
export type PathTemplate = {
  readonly literals: readonly ByteString[];
  readonly names: readonly ByteString[];
};

/** Name and value of a parameter, for ARGS_PATH. */
export type PathParameter = readonly [name: ByteString, value: ByteString];

/**
 * Parses a template. Text outside the braces is literal; Coraza takes it as a regular expression. A name consists of
 * letters, digits and `_`, and occurs once.
 */
export function parsePathTemplate(argument: ByteString): Parsed<PathTemplate> {
  const literals: ByteString[] = [];
  const names: ByteString[] = [];
  let from = 0;
  for (let open = argument.indexOf('{'); open !== -1; open = argument.indexOf('{', from)) {
    const [whole, name] = /^\{(\w+)\}/.exec(argument.slice(open)) ?? [];
    if (whole === undefined || name === undefined || names.includes(name)) {
      const message =
        'A parameter is a name in braces, such as {id}, and occurs only once in a template.';
      return { kind: 'Error', message, index: open };
    }
    literals.push(argument.slice(from, open));
    names.push(name);
    from = open + whole.length;
  }
  return { kind: 'Ok', value: { literals: [...literals, argument.slice(from)], names } };
}

/** Returns true when the template matches somewhere in the value; it is not anchored. */
export function restpath(value: ByteString, template: PathTemplate): boolean {
  return restpathParameters(value, template) !== undefined;
}

/** Returns the parameters of the first match, each as long as possible; undefined: no match. */
export function restpathParameters(
  value: ByteString,
  template: PathTemplate,
): readonly PathParameter[] | undefined {
  const { literals, names } = template;
  if (!literals.every((literal) => containsBytes(value, literal))) return undefined;
  if (names.length === 0) return [];
  const ends = parameterEnds(value, literals);
  const first = literals[0] ?? '';
  for (let at = value.indexOf(first); at !== -1; at = value.indexOf(first, at + 1)) {
    if (at + first.length === value.length) return undefined;
    if (ends[0]?.[at + first.length] !== 0) return parametersAt(value, template, ends, at);
  }
  return undefined;
}

/**
 * Returns for `ends[n][at]` the end of parameter n when it starts at char `at` and everything after it matches; 0: no
 * match. Computed from the last parameter and the right end, so that each position is visited once.
 */
function parameterEnds(value: ByteString, literals: readonly ByteString[]): readonly Int32Array[] {
  const ends: Int32Array[] = [];
  for (const literal of literals.slice(1).reverse()) {
    const next = ends[0];
    const row = new Int32Array(value.length + 1);
    let end = 0;
    for (let at = value.length; at >= 0; at -= 1) {
      if (isSegmentEnd(value, at)) end = 0;
      else row[at] = end;
      const follows = value.startsWith(literal, at) && next?.[at + literal.length] !== 0;
      if (end === 0 && follows) end = at;
    }
    ends.unshift(row);
  }
  return ends;
}

function parametersAt(
  value: ByteString,
  { literals, names }: PathTemplate,
  ends: readonly Int32Array[],
  at: number,
): readonly PathParameter[] {
  let end = at;
  return names.map((name, index) => {
    const start = end + (literals[index]?.length ?? 0);
    end = ends[index]?.[start] ?? start;
    return [name, value.slice(start, end)];
  });
}

/** Returns whether a parameter must end here: it is at most one path segment, Coraza's `[^?/]+`. */
function isSegmentEnd(value: ByteString, at: number): boolean {
  return at === value.length || value[at] === '/' || value[at] === '?';
}
