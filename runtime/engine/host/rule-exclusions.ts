/** What a host excludes from the rules of a module, as a ctl before the first rule would: without a new module. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Entry } from '../collections/entry.ts';
import type { Exclusion } from '../collections/select.ts';

/** Plain data: the structured clone algorithm takes it. */
export type RuleExclusion = {
  /** Ranges of ids, both ends included. */
  readonly ids: readonly (readonly [from: number, to: number])[];
  /** Whole tags. */
  readonly tags: readonly ByteString[];
  /** Entries that the rules no longer look at; undefined: the rules do not run. */
  readonly targets: readonly ExcludedTarget[] | undefined;
};

export type ExcludedTarget = {
  /** As in SecLang, in upper case. */
  readonly variable: string;
  /** In lower case; undefined: every key. */
  readonly key: ByteString | undefined;
  /** `key` is the beginning of keys. */
  readonly isPrefix: boolean;
};

/** Entries that rules do not look at, by rule index. */
export type RemovedTargets = {
  readonly of: (ruleIndex: number) => readonly Exclusion[];
  readonly has: (ruleIndex: number, entry: Entry) => boolean;
};

/** What transactions start with. */
export type StartExclusions = {
  /** Bits by rule index. */
  readonly removed: readonly number[] | undefined;
  readonly targets: RemovedTargets | undefined;
};

export type PreparedExclusions = {
  readonly start: StartExclusions;
  /** Ids of rules that the compiler has relied on: they run all the same. */
  readonly refused: readonly number[];
};

/** Computes what transactions start with; undefined: the module cannot exclude rules. */
export type PrepareExclusions = (exclusions: readonly RuleExclusion[]) => PreparedExclusions;
