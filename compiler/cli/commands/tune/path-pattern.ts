/** Shapes of paths that differ in one segment -> one pattern: `/admin/pages/ANY/edit/`. */
import { ANY_SEGMENT } from './quote.ts';

/** So many different texts in one segment make it one that varies. */
const VARIANTS = 3;

/**
 * Each shape -> the pattern that stands for it, or the shape itself. A segment varies when the others are the same
 * and one of those that follow it is a word: paths that differ at their end alone are a folder.
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

/** The shape with one segment, and no more, that may be anything. */
function generalisations(shape: string): readonly string[] {
  const segments = shape.split('/');
  return segments.flatMap((segment, index) => {
    const isFollowed = segments.slice(index + 1).some((each) => /^[A-Za-z0-9_.~-]+$/.test(each));
    const isLed = segments.slice(0, index).some((each) => each !== '' && each !== ANY_SEGMENT);
    if (segment === '' || segment === ANY_SEGMENT || !isFollowed || !isLed) return [];
    return [segments.with(index, ANY_SEGMENT).join('/')];
  });
}
