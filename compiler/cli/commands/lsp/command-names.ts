/** Names of the editor's commands, shared by server and extension. */

/** The comments say which argument follows the URI of the document. */
export const commandNames = {
  /** An id, or a position in the document. */
  explain: 'portcullis.explain',
  /** An id, or a position in the document. */
  test: 'portcullis.test',
  /** A URL, as for `run --url`. */
  run: 'portcullis.run',
} as const;
