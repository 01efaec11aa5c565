/** The MULTIPART_* variables, which describe the syntax of a multipart body. */

/**
 * One field for each variable (`MULTIPART_BOUNDARY_QUOTED`, ...), as in the table of
 * docs/spec/body-processors.md#multipart-flags.
 */
export type MultipartFlags = {
  readonly boundaryQuoted: boolean;
  readonly boundaryWhitespace: boolean;
  readonly missingSemicolon: boolean;
  readonly dataBefore: boolean;
  readonly dataAfter: boolean;
  readonly headerFolding: boolean;
  readonly invalidHeaderFolding: boolean;
  /** Both CRLF and LF end lines of boundaries and part headers. */
  readonly crlfLfLines: boolean;
  readonly crlfLine: boolean;
  readonly lfLine: boolean;
  readonly invalidQuoting: boolean;
  /** A part repeats a header, or its Content-Disposition a parameter. */
  readonly duplicatePartHeader: boolean;
  readonly invalidPart: boolean;
  readonly fileLimitExceeded: boolean;
  /**
   * 1: some line resembles a boundary. 2: another proper boundary followed the first one, even after a 1, as in
   * ModSecurity 3: lines like `-----BEGIN CERTIFICATE-----` are legal content, and rules test `@eq 1`.
   */
  readonly unmatchedBoundary: 0 | 1 | 2;
  /** Any error, or any flag above except `crlfLine` and `unmatchedBoundary`. */
  readonly strictError: boolean;
};

/** The flags while a body is parsed. */
export type MultipartFlagsDraft = {
  -readonly [Flag in Exclude<
    keyof MultipartFlags,
    'strictError' | 'crlfLfLines'
  >]: MultipartFlags[Flag];
};

export function newMultipartFlags(): MultipartFlagsDraft {
  return {
    boundaryQuoted: false,
    boundaryWhitespace: false,
    missingSemicolon: false,
    dataBefore: false,
    dataAfter: false,
    headerFolding: false,
    invalidHeaderFolding: false,
    crlfLine: false,
    lfLine: false,
    invalidQuoting: false,
    duplicatePartHeader: false,
    invalidPart: false,
    fileLimitExceeded: false,
    unmatchedBoundary: 0,
  };
}

/** Adds the flags that follow from others; `hasError`: the body has an error without a flag. */
export function finishMultipartFlags(
  draft: MultipartFlagsDraft,
  hasError: boolean,
): MultipartFlags {
  const { crlfLine, unmatchedBoundary, ...strict } = draft;
  return {
    ...draft,
    crlfLfLines: crlfLine && draft.lfLine,
    strictError: hasError || Object.values(strict).includes(true),
  };
}
