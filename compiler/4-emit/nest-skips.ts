/** Converts skips to markers into nested blocks, because emitted code skips with a labelled break. */
import type { Rule, Step } from '../3-specialize/program.ts';

/** A skip inside the block leaves it and continues after it. */
export type Nested =
  | Rule
  | { readonly kind: 'Block'; readonly label: string; readonly steps: readonly Nested[] };

type Interval = { start: number; readonly end: number; readonly label: string };

/**
 * Nests the steps. Markers that no rule skips to are removed. Labels keep the text of the marker; emit makes them valid
 * names.
 */
export function nestSkips(steps: readonly Step[]): readonly Nested[] {
  const intervals = collectIntervals(steps);
  untangle(intervals);
  // Outer blocks come first; of two that start at the same step, the longer one.
  intervals.sort((left, right) => left.start - right.start || right.end - left.end);
  return nest(steps, 0, steps.length, intervals);
}

function collectIntervals(steps: readonly Step[]): Interval[] {
  const intervals = new Map<number, Interval>();
  steps.forEach((step, index) => {
    if (step.kind === 'Marker' || step.skipTo === undefined) return;
    const { skipTo } = step;
    const end = steps.findIndex(
      (other, at) => at > index && other.kind === 'Marker' && other.label === skipTo,
    );
    if (end !== -1 && !intervals.has(end)) {
      intervals.set(end, { start: index, end, label: skipTo });
    }
  });
  return [...intervals.values()];
}

/** Nests blocks that cross: the one that ends later is extended to start where the other one starts. */
function untangle(intervals: readonly Interval[]): void {
  for (;;) {
    let moved = false;
    for (const outer of intervals) {
      for (const inner of intervals) {
        const crosses =
          inner.start < outer.start && outer.start < inner.end && inner.end < outer.end;
        if (!crosses) continue;
        outer.start = inner.start;
        moved = true;
      }
    }
    if (!moved) return;
  }
}

function nest(
  steps: readonly Step[],
  from: number,
  to: number,
  intervals: readonly Interval[],
): readonly Nested[] {
  const nested: Nested[] = [];
  let index = from;
  while (index < to) {
    const [block, ...inner] = intervals.filter(
      (interval) => interval.start >= index && interval.end <= to,
    );
    if (block?.start === index) {
      const inside = inner.filter((interval) => interval.end < block.end);
      const blockSteps = nest(steps, index, block.end, inside);
      nested.push({ kind: 'Block', label: block.label, steps: blockSteps });
      index = block.end;
      continue;
    }
    const step = steps[index];
    if (step?.kind === 'Rule') nested.push(step);
    index += 1;
  }
  return nested;
}
