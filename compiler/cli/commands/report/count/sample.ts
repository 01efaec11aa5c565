/** Some of many requests, each as likely as any other, and the same ones for the same log. */

/** Requests that a bar shows at most. */
export const SAMPLE_SIZE = 10;

export type Sample = {
  /** The requests so far, as the texts that `text` made. */
  readonly texts: string[];
  /** How many there have been. */
  seen: number;
};

/** Numbers from 0 up to `bound`, exclusive. */
export type RandomIndex = (bound: number) => number;

/** A linear congruential generator (Numerical Recipes): samples need no better one. */
export function createRandomIndex(): RandomIndex {
  let state = 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export function createSample(): Sample {
  return { texts: [], seen: 0 };
}

/** Algorithm R (Vitter 1985). `text` is called only for a request that gets into the sample. */
export function addToSample(sample: Sample, random: RandomIndex, text: () => string): void {
  sample.seen += 1;
  const index = sample.seen <= SAMPLE_SIZE ? sample.seen - 1 : random(sample.seen);
  if (index < SAMPLE_SIZE) sample.texts[index] = text();
}

/** Of two bars that become one. */
export function joinSamples(one: Sample, other: Sample, random: RandomIndex): void {
  for (const text of other.texts) addToSample(one, random, () => text);
  one.seen += other.seen - other.texts.length;
}
