import type { ByteString } from '../bytes/byte-string.ts';

/** 0 (emergency) to 7 (debug), as syslog numbers them (manual: severity). */
export type Severity = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Request headers, request body, response headers, response body, logging (manual: Processing Phases). */
export type Phase = 1 | 2 | 3 | 4 | 5;

export type DisruptiveKind = 'pass' | 'block' | 'deny' | 'drop' | 'redirect' | 'allow';

/** Texts with macros expanded; undefined: the rule has none. */
export type RuleTexts = { readonly msg?: ByteString; readonly logdata?: ByteString };

/** What logs show of a rule: fixed at compile time, one constant for each rule in the emitted module. */
export type RuleInfo = {
  readonly id: number;
  readonly phase: Phase;
  /** As written in the profile's file list, relative to the project, with forward slashes. */
  readonly file: string;
  /** First physical line of the directive in its own file, from 1. */
  readonly line: number;
  readonly rev: ByteString;
  readonly ver: ByteString;
  readonly severity: Severity | undefined;
  readonly maturity: number;
  readonly accuracy: number;
  readonly tags: readonly ByteString[];
  /** The action that ends the rule, after SecDefaultAction has been applied; undefined: the rule has none. */
  readonly disruptive: DisruptiveKind | undefined;
  /** `log`: the match goes to the error log. */
  readonly log: boolean;
  /** `auditlog`: the match makes the transaction relevant and is listed in the audit record. */
  readonly audit: boolean;
};
