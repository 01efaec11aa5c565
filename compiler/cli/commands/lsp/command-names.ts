/** Commands of the editor, as the server and the extension name them. */

/** Each with what comes behind the URI of the document. */
export const commandNames = {
  /** An id, or a position in the document. */
  explain: 'portcullis.explain',
  /** The same. */
  test: 'portcullis.test',
  /** A URL, as `run --url` takes it. */
  run: 'portcullis.run',
} as const;
