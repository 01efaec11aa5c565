/** The fields of each code in the tables. */

export type Code = {
  /** What is wrong, and what results from it. */
  readonly meaning: string;
  /** Off unless an option enables it. */
  readonly isOff: boolean;
  /** A finding only when every profile that reads the file has it. */
  readonly inEveryProfile: boolean;
  /** Off unless an option enables it or this preset. */
  readonly preset?: 'crs';
};

export type CodeRow = readonly [name: string, code: Code];

export const code = (name: string, meaning: string): CodeRow => [
  name,
  { meaning, isOff: false, inEveryProfile: false },
];
export const everywhere = ([name, row]: CodeRow): CodeRow => [
  name,
  { ...row, inEveryProfile: true },
];
export const offByDefault = ([name, row]: CodeRow): CodeRow => [name, { ...row, isOff: true }];
export const inPreset = (name: string, meaning: string): CodeRow => [
  name,
  { meaning, isOff: true, inEveryProfile: false, preset: 'crs' },
];
