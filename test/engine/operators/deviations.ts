/** Public vectors whose expectation we do not share, each with the reason. */

export type Deviation = {
  readonly name: string;
  readonly argument: string;
  /** Undefined: whatever the value is. */
  readonly value: string | undefined;
  readonly reason: string;
};

export const DEVIATIONS: readonly Deviation[] = [
  {
    name: 'validatebyterange',
    argument: 'xxx',
    value: undefined,
    reason:
      'ModSecurity drops the entry and goes on with no byte allowed. A range that cannot be read is an error for the author, as in Coraza.',
  },
];
