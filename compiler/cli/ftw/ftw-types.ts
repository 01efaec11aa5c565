/** CRS regression tests as the runners see them, and what running them gives. All text is bytes. */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';

/** What go-ftw sends; a field the file does not give is undefined, and build-request.ts knows the default. */
export type FtwInput = {
  readonly method: ByteString | undefined;
  readonly uri: ByteString | undefined;
  readonly version: ByteString | undefined;
  readonly headers: readonly Header[];
  readonly data: ByteString | undefined;
  /** The body, decoded from base64 and sent as it is; instead of `data`. */
  readonly encodedData?: ByteString | undefined;
  /** The whole request, decoded from base64; everything else is ignored then. */
  readonly encodedRequest: ByteString | undefined;
  readonly autocompleteHeaders: boolean;
  /** A field of the input that needs what this runner does not do; undefined: none. */
  readonly unsupported?: string | undefined;
};

/** What must be seen. Empty lists and undefined expect nothing. */
export type FtwOutput = {
  readonly status: number | undefined;
  /** True: no parseable HTTP response must come; then nothing else counts. */
  readonly expectError: boolean;
  readonly retryOnce: boolean;
  /** Exactly one rule in the log. */
  readonly isolated: boolean;
  readonly responseContains: RegExp | undefined;
  readonly expectIds: readonly number[];
  readonly noExpectIds: readonly number[];
  readonly matchRegex: RegExp | undefined;
  readonly noMatchRegex: RegExp | undefined;
};

export type FtwStage = { readonly input: FtwInput; readonly output: FtwOutput };

export type FtwTest = {
  /** `942100-1`: rule and number of the test. */
  readonly id: string;
  readonly ruleId: number;
  readonly testId: number;
  readonly file: string;
  /** Of the file and of the test. */
  readonly tags: readonly string[];
  readonly stages: readonly FtwStage[];
  /** Names of fields of the file that this runner does not know, and passes over as go-ftw does. */
  readonly unknown?: readonly string[];
};

/** What came of one request. In process nobody answers: `response` is undefined and not judged. */
export type FtwOutcome = {
  readonly response: FtwResponse;
  /** The error log's lines for this request. */
  readonly lines: readonly ByteString[];
};

export type FtwResponse =
  | { readonly kind: 'unobserved' }
  | { readonly kind: 'none' }
  | { readonly kind: 'received'; readonly status: number; readonly text: ByteString };

/** Sends one stage's request and returns what came of it. */
export type FtwExchange = (request: ByteString) => Promise<FtwOutcome>;

/** Lines that say why these rules did not match the request. */
export type FtwExplain = (
  request: ByteString,
  missingIds: readonly number[],
) => Promise<readonly string[]>;

export type FtwFailure = {
  /** From 1. */
  readonly stage: number;
  readonly stageCount: number;
  /** One sentence. */
  readonly reason: string;
  /** As sent. */
  readonly request: ByteString;
  readonly expectIds: readonly number[];
  readonly foundIds: readonly number[];
  /** Lines about the expected rules that are missing: how near they came. */
  readonly closest: readonly string[];
};

export type FtwResult =
  | { readonly kind: 'passed'; readonly test: FtwTest }
  | { readonly kind: 'skipped'; readonly test: FtwTest; readonly reason: string }
  | { readonly kind: 'failed'; readonly test: FtwTest; readonly failure: FtwFailure };

export type FtwSummary = {
  readonly results: readonly FtwResult[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};
