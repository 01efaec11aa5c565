/** Measures what whole requests cost by their shape, filled with harmless words and with text that rules match. */
import { seededRandom } from '#compiler/seeded-random.ts';
import { importWaf } from '../../../project/load-waf.ts';
import type { BenchRequest } from '../bench-request.ts';
import { runTransaction } from '../bench-waf.ts';
import type { Expression } from './expressions.ts';
import { timeOfFirst } from './first-request.ts';
import { randomMember } from './members.ts';
import { type Item, type Shape, shapes } from './shapes.ts';
import { medianTimeOf, RUNS, timeOf } from './stopwatch.ts';

export type ShapeTimes = {
  readonly shape: string;
  readonly filling: string;
  /** Bytes of the request: headers, target and body. */
  readonly bytes: number;
  /** Microseconds: the first such request after the warm-up, and later. */
  readonly first: number;
  readonly warm: number;
};

export type WorstShapes = {
  /** How many requests were tried. */
  readonly screened: number;
  readonly requests: readonly ShapeTimes[];
};

type Load = { readonly shape: Shape; readonly item: Item };

/** Bytes of each request. */
export const SHAPE_SIZE = 128 << 10;
const WARM_UP_SIZE = 8 << 10;
const MEMBERS = 200;

/** Returns the `limit` requests with the highest cost per byte, highest first. `text` is the bundled module. */
export async function measureShapes(
  text: string,
  expressions: readonly Expression[],
  limit: number,
  seed: number,
): Promise<WorstShapes> {
  const loads = fillings(expressions, seed).flatMap(({ name, item }) =>
    shapes.map((shape) => ({ shape, filling: name, item })),
  );
  const { waf } = await importWaf(text);
  for (const { shape, item } of loads) runTransaction(waf, shape.make(WARM_UP_SIZE, item));
  const screened = loads
    .map((load) => {
      const [once, again] = [variant(load, 1), variant(load, 2)];
      runTransaction(waf, once);
      const warm = timeOf(() => runTransaction(waf, again));
      return { load, bytes: bytesOf(again), warm };
    })
    .toSorted((a, b) => b.warm / b.bytes - a.warm / a.bytes);
  const times: ShapeTimes[] = [];
  for (const { load, bytes } of screened.slice(0, limit)) {
    const first = await timeOfFirst(text, variant(load, 0));
    const requests = Array.from({ length: RUNS }, (_, index) => variant(load, index + 3));
    const warm = medianTimeOf((iteration) =>
      runTransaction(waf, requests[iteration - 1] ?? variant(load, 0)),
    );
    times.push({ shape: load.shape.name, filling: load.filling, bytes, first, warm });
  }
  return { screened: loads.length, requests: times.toSorted((a, b) => perByte(b) - perByte(a)) };
}

/** Returns microseconds per byte, of the slower of both times. */
export function perByte({ first, warm, bytes }: ShapeTimes): number {
  return Math.max(first, warm) / bytes;
}

/** Returns a variant of the request: other variants have different numbers in their texts. */
function variant({ shape, item }: Load, number: number): BenchRequest {
  return shape.make(SHAPE_SIZE, (index) => item(index + number * 7919));
}

function fillings(
  expressions: readonly Expression[],
  seed: number,
): readonly { readonly name: string; readonly item: Item }[] {
  const random = seededRandom(seed);
  const members: readonly string[] = Array.from({ length: MEMBERS }, (_, index) => {
    const expression = expressions[index % Math.max(1, expressions.length)];
    return expression === undefined ? 'x' : randomMember(expression.regex.root, random);
  });
  return [
    { name: 'short', item: (index) => String(index % 10) },
    { name: 'words', item: (index) => `word${index}` },
    // Text that many rules match, different in each value.
    { name: 'attack', item: (index) => `${index}' or 1=1-- <script>alert(1)</script>` },
    { name: 'members', item: (index) => members[index % members.length] ?? '' },
  ];
}

function bytesOf({ target, headers, body }: BenchRequest): number {
  const lines = headers.map(([name, value]) => name.length + value.length + 4);
  return target.length + body.length + lines.reduce((sum, length) => sum + length, 0);
}
