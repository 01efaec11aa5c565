/** What reading an operator's argument yields: plain JSON data, or an author's mistake and where it is. */

export type Parsed<Value> =
  | { readonly kind: 'Ok'; readonly value: Value }
  /** `index`: char index of the bad part in the argument. */
  | { readonly kind: 'Error'; readonly message: string; readonly index: number };
