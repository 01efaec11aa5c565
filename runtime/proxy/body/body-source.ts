/** Describes where the inspecting thread finds a body. */

/** The source of a body for a thread. A file descriptor is valid in all threads of the process. */
export type BodySource =
  /** A copy whose memory is transferred to the thread. */
  | { readonly kind: 'Bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The first `length` bytes of an open file. */
  | { readonly kind: 'File'; readonly file: number; readonly length: number };
