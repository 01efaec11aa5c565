/** What a host excludes from the rules of a module. It works like a ctl before the first rule and needs no new module. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Entry } from '../collections/entry.ts';
import type { Exclusion } from '../collections/select.ts';

/** Plain data, which the structured clone algorithm can copy. */
export type RuleExclusion = {
  /** Ranges of ids, both ends included. */
  readonly ids: readonly (readonly [from: number, to: number])[];
  /** Tags, compared as a whole. */
  readonly tags: readonly ByteString[];
  /** Entries that the rules no longer inspect; undefined: the rules do not run at all. */
  readonly targets: readonly ExcludedTarget[] | undefined;
};

export type ExcludedTarget = {
  /** Name as in SecLang, in upper case. */
  readonly variable: string;
  /** Key in lower case; undefined: every key. */
  readonly key: ByteString | undefined;
  /** `key` is a prefix of the keys. */
  readonly isPrefix: boolean;
};

/** Entries that rules do not inspect, by rule index. */
export type RemovedTargets = {
  readonly of: (ruleIndex: number) => readonly Exclusion[];
  readonly has: (ruleIndex: number, entry: Entry) => boolean;
};

/** The exclusions that a transaction starts with. */
export type StartExclusions = {
  /** Bit set of rule indexes. */
  readonly removed: readonly number[] | undefined;
  readonly targets: RemovedTargets | undefined;
};

export type PreparedExclusions = {
  readonly start: StartExclusions;
  /** Ids of rules that the compiler has relied on, so that they cannot be excluded and still run. */
  readonly refused: readonly number[];
};

/** Computes what transactions start with; undefined in place of this function: the module cannot exclude rules. */
export type PrepareExclusions = (exclusions: readonly RuleExclusion[]) => PreparedExclusions;
