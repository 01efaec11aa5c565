/** What rules can read of the form of a multipart body: the MULTIPART_* variables. */

/**
 * One field per variable (`MULTIPART_BOUNDARY_QUOTED`, ...), as the table in
 * docs/spec/body-processors.md#multipart-flags has them.
 */
export type MultipartFlags = {
  readonly boundaryQuoted: boolean;
  readonly boundaryWhitespace: boolean;
  readonly missingSemicolon: boolean;
  readonly dataBefore: boolean;
  readonly dataAfter: boolean;
  readonly headerFolding: boolean;
  readonly invalidHeaderFolding: boolean;
  /** Both CRLF and LF end the lines of boundaries and part headers. */
  readonly crlfLfLines: boolean;
  readonly crlfLine: boolean;
  readonly lfLine: boolean;
  readonly invalidQuoting: boolean;
  readonly invalidPart: boolean;
  readonly fileLimitExceeded: boolean;
  /**
   * 1: something resembles a boundary. 2: a proper boundary came after the first one, also when it came
   * after a 1, as in ModSecurity 3: lines like `-----BEGIN CERTIFICATE-----` are legal content, and
   * rules test `@eq 1`.
   */
  readonly unmatchedBoundary: 0 | 1 | 2;
  /** Any error or any flag above but `crlfLine` and `unmatchedBoundary`. */
  readonly strictError: boolean;
};

/** Flags while a body is read. */
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
    invalidPart: false,
    fileLimitExceeded: false,
    unmatchedBoundary: 0,
  };
}

/** Adds the flags that follow from the others; `hasError`: the body broke a rule that has no flag. */
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
