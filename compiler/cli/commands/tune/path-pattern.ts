/** Generalises shapes of paths that differ in one segment to a pattern: `/admin/pages/ANY/edit/`. */
import { ANY_SEGMENT } from './quote.ts';

/** With this number of different texts, a segment counts as variable. */
const VARIANTS = 3;

/**
 * Maps each shape to its pattern, or to itself. A segment is variable when all others are equal and a segment after it
 * is a word: paths that differ only at their end have a common folder instead.
 */
export function pathPatterns(shapes: readonly string[]): ReadonlyMap<string, string> {
  const patterns = new Map(shapes.map((shape) => [shape, shape]));
  for (;;) {
    const found = largestPattern([...new Set(patterns.values())]);
    if (found === undefined) return patterns;
    for (const [shape, pattern] of patterns) {
      if (found.members.has(pattern)) patterns.set(shape, found.pattern);
    }
  }
}

type Candidate = { readonly pattern: string; readonly members: ReadonlySet<string> };

function largestPattern(shapes: readonly string[]): Candidate | undefined {
  const members = new Map<string, Set<string>>();
  for (const shape of shapes) {
    for (const pattern of generalisations(shape)) {
      const known = members.get(pattern);
      if (known === undefined) members.set(pattern, new Set([shape]));
      else known.add(shape);
    }
  }
  let best: Candidate | undefined;
  for (const [pattern, set] of members) {
    if (set.size >= VARIANTS && set.size > (best?.members.size ?? 0)) {
      best = { pattern, members: set };
    }
  }
  return best;
}

/** Returns the shape with each one of its segments generalised. */
function generalisations(shape: string): readonly string[] {
  const segments = shape.split('/');
  return segments.flatMap((segment, index) => {
    const isFollowed = segments.slice(index + 1).some((each) => /^[A-Za-z0-9_.~-]+$/.test(each));
    const isLed = segments.slice(0, index).some((each) => each !== '' && each !== ANY_SEGMENT);
    if (segment === '' || segment === ANY_SEGMENT || !isFollowed || !isLed) return [];
    return [segments.with(index, ANY_SEGMENT).join('/')];
  });
}
