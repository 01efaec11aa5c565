/** Random cases that a property tries: `count` in `make test`, TEST_RUNS times as many in `make test-all`. */
export function runs(count: number): number {
  const factor = Number(process.env['TEST_RUNS'] ?? 1);
  if (!(factor >= 1)) throw new Error('TEST_RUNS must be a number from 1');
  return Math.round(count * factor);
}
