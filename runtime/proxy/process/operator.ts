/** What a process tells its operator. */

export type Operator = {
  readonly info: (line: string) => void;
  readonly warn: (line: string) => void;
};
