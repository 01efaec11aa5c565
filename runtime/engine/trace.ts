/** What a module that was compiled for tracing records of a run; other modules know nothing of it. */
import type { ByteString } from './byte-string.ts';
import type { Entry } from './entry.ts';
import type { Exclusion } from './select.ts';

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

/** One run after another; `begin` and those behind it speak of the rule that began last. */
export type Trace = {
  readonly events: readonly TraceEvent[];
  readonly clear: () => void;
  /** Both return false, as the rule does. */
  readonly removed: (id: number) => false;
  readonly prefiltered: (id: number) => false;
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
  const giveUp = (kind: 'Removed' | 'Prefiltered', id: number): false => {
    events.push({ kind, id });
    return false;
  };
  return {
    events,
    clear: () => {
      events.length = 0;
    },
    removed: (id) => giveUp('Removed', id),
    prefiltered: (id) => giveUp('Prefiltered', id),
    begin: (id, without) => events.push({ kind: 'Begun', id, without: [...without] }),
    test: (link, { variable, key, text }, after, result) =>
      events.push({ kind: 'Tested', link, variable, key, before: text.value, after, result }),
    match: (id) => events.push({ kind: 'Matched', id }),
  };
}
