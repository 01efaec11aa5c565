/** What a module that was compiled for tracing records of a run; other modules know nothing of it. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Entry, InternedValue } from '../collections/entry.ts';
import type { Exclusion } from '../collections/select.ts';

export type TraceEvent =
  /** A ctl has switched the rule off. */
  | { readonly kind: 'Removed'; readonly id: number }
  /** No value holds any of the literals that the rule asks the prefilter for. */
  | { readonly kind: 'Prefiltered'; readonly id: number }
  /** `without`: the targets that a ctl has taken from it. */
  | { readonly kind: 'Begun'; readonly id: number; readonly without: readonly Exclusion[] }
  | {
      readonly kind: 'Tested';
      /** From 0: which rule of the chain. */
      readonly link: number;
      readonly variable: string;
      readonly key: ByteString;
      /** Before and after the transformations. */
      readonly before: ByteString;
      readonly after: ByteString;
      /** prefiltered: it holds none of the literals that the rule asks for. */
      readonly result: 'match' | 'no match' | 'prefiltered';
    }
  /** All links have matched. */
  | { readonly kind: 'Matched'; readonly id: number };

/** A text that was looked at, and where it comes from. */
export type Seen = { readonly entry: Entry; readonly text: InternedValue };

/** One run after another; `begin` and those behind it speak of the rule that began last. */
export type Trace = {
  readonly events: readonly TraceEvent[];
  readonly clear: () => void;
  /** Both return false, as the rule does. */
  readonly removed: (id: number) => false;
  readonly prefiltered: (id: number, seen: readonly Seen[]) => false;
  readonly begin: (id: number, without: readonly Exclusion[]) => void;
  readonly test: (
    link: number,
    entry: Entry,
    after: ByteString,
    result: 'match' | 'no match' | 'prefiltered',
  ) => void;
  readonly match: (id: number) => void;
};

export function createTrace(): Trace {
  const events: TraceEvent[] = [];
  const test: Trace['test'] = (link, { variable, key, text }, after, result) => {
    events.push({ kind: 'Tested', link, variable, key, before: text.value, after, result });
  };
  return {
    events,
    clear: () => {
      events.length = 0;
    },
    removed: (id) => {
      events.push({ kind: 'Removed', id });
      return false;
    },
    prefiltered: (id, seen) => {
      events.push({ kind: 'Prefiltered', id });
      for (const { entry, text } of seen) test(0, entry, text.value, 'prefiltered');
      return false;
    },
    begin: (id, without) => events.push({ kind: 'Begun', id, without: [...without] }),
    test,
    match: (id) => events.push({ kind: 'Matched', id }),
  };
}
