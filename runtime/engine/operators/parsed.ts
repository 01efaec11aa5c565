/** The result of parsing an operator's argument: plain JSON data, or the author's mistake and its index. */

export type Parsed<Value> =
  | { readonly kind: 'Ok'; readonly value: Value }
  /** `index`: char index of the bad part in the argument. */
  | { readonly kind: 'Error'; readonly message: string; readonly index: number };
