/** Where a body is that a thread inspects. */

/** Where a thread has a body from: threads have the descriptors of their process. */
export type BodySource =
  /** A copy, which the thread takes over. */
  | { readonly kind: 'Bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The first `length` bytes of an open file. */
  | { readonly kind: 'File'; readonly file: number; readonly length: number };
