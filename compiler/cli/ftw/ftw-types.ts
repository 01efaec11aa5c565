/** CRS regression tests as the runners take them, and the results of a run. All texts are byte strings. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';

/** What go-ftw sends. A field that is missing in the file is undefined; build-request.ts has the defaults. */
export type FtwInput = {
  readonly method: ByteString | undefined;
  readonly uri: ByteString | undefined;
  readonly version: ByteString | undefined;
  readonly headers: readonly Header[];
  readonly data: ByteString | undefined;
  /** The body, decoded from base64, which is sent unchanged instead of `data`. */
  readonly encodedData?: ByteString | undefined;
  /** The whole request, decoded from base64. All other fields are ignored when it is present. */
  readonly encodedRequest: ByteString | undefined;
  readonly autocompleteHeaders: boolean;
  /** The name of a field that this runner does not support; undefined when there is none. */
  readonly unsupported?: string | undefined;
};

/** What a stage expects. Empty lists and undefined expect nothing. */
export type FtwOutput = {
  readonly status: number | undefined;
  /** True: the stage passes when no parseable HTTP response arrives, and no other expectation is checked. */
  readonly expectError: boolean;
  readonly retryOnce: boolean;
  /** True: exactly one rule must be in the log. */
  readonly isolated: boolean;
  readonly responseContains: RegExp | undefined;
  readonly expectIds: readonly number[];
  readonly noExpectIds: readonly number[];
  readonly matchRegex: RegExp | undefined;
  readonly noMatchRegex: RegExp | undefined;
};

export type FtwStage = { readonly input: FtwInput; readonly output: FtwOutput };

export type FtwTest = {
  /** The ids of the rule and of the test, as in `942100-1`. */
  readonly id: string;
  readonly ruleId: number;
  readonly testId: number;
  readonly file: string;
  /** The tags of the file and of the test. */
  readonly tags: readonly string[];
  readonly stages: readonly FtwStage[];
  /** Names of fields in the file that this runner does not know. Runners ignore them, as go-ftw does. */
  readonly unknown?: readonly string[];
};

/** The result of one request. In process there is no HTTP response: `response` is 'unobserved' and not judged. */
export type FtwOutcome = {
  readonly response: FtwResponse;
  /** Lines of the error log for this request. */
  readonly lines: readonly ByteString[];
};

export type FtwResponse =
  | { readonly kind: 'unobserved' }
  | { readonly kind: 'none' }
  | { readonly kind: 'received'; readonly status: number; readonly text: ByteString };

/** Sends the request of one stage and returns the response and the log lines. Rejects without a connection. */
export type FtwExchange = (request: ByteString) => Promise<FtwOutcome>;

/** Returns lines that explain why the rules with these ids did not match the request. */
export type FtwExplain = (
  request: ByteString,
  missingIds: readonly number[],
) => Promise<readonly string[]>;

export type FtwFailure = {
  /** The number of the stage, from 1. */
  readonly stage: number;
  readonly stageCount: number;
  /** One sentence. */
  readonly reason: string;
  /** The bytes as sent. */
  readonly request: ByteString;
  readonly expectIds: readonly number[];
  readonly foundIds: readonly number[];
  /** Lines about the missing rules: how much of each one matched. */
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
