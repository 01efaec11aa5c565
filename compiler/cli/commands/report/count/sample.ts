/** Random samples of requests, each equally likely, and reproducible for the same log. */

/** The maximum number of requests that a bar shows. */
export const SAMPLE_SIZE = 10;

export type Sample = {
  /** The sampled requests, as texts that `text` created. */
  readonly texts: string[];
  /** The number of all requests so far. */
  seen: number;
};

/** Returns a number from 0 to `bound` (exclusive). */
export type RandomIndex = (bound: number) => number;

/** Returns a linear congruential generator (Numerical Recipes), which is good enough for samples. */
export function createRandomIndex(seed = 1): RandomIndex {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export function createSample(): Sample {
  return { texts: [], seen: 0 };
}

/** Adds a request to a sample by algorithm R (Vitter 1985). `text` is called only for a request that becomes part of the sample. */
export function addToSample(sample: Sample, random: RandomIndex, text: () => string): void {
  sample.seen += 1;
  const index = sample.seen <= SAMPLE_SIZE ? sample.seen - 1 : random(sample.seen);
  if (index < SAMPLE_SIZE) sample.texts[index] = text();
}

/** Makes `one` a sample of the requests of both: each draw takes from a sample in proportion to what it stands for. */
export function joinSamples(one: Sample, other: Sample, random: RandomIndex): void {
  const [left, right] = [[...one.texts], [...other.texts]];
  let [leftSeen, rightSeen] = [one.seen, other.seen];
  one.texts.length = 0;
  one.seen += other.seen;
  while (one.texts.length < Math.min(SAMPLE_SIZE, one.seen)) {
    const isLeft = random(leftSeen + rightSeen) < leftSeen;
    const from = isLeft ? left : right;
    one.texts.push(...from.splice(random(from.length), 1));
    if (isLeft) leftSeen -= 1;
    else rightSeen -= 1;
  }
}
