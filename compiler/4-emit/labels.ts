/** Labels of the blocks that skips leave. */
import { type Code, identifier } from './code.ts';

export type Labels = {
  /** Returns the label of a new block, inside of those that are open. */
  readonly open: (marker: string) => Code;
  /** Closes the block that was opened last. */
  readonly close: () => void;
  /** Returns the label of the innermost open block that ends at the marker. */
  readonly current: (marker: string) => Code;
};

/** Creates labels of blocks. They are numbered, because a marker may occur several times in a phase. */
export function createLabels(): Labels {
  const stack: { readonly marker: string; readonly label: Code }[] = [];
  let count = 0;
  return {
    open: (marker) => {
      count += 1;
      const label = identifier(
        `${marker.replace(/[^A-Za-z0-9]+/g, '_').replace(/^(?=\d)/, '_')}_`,
        count,
      );
      stack.push({ marker, label });
      return label;
    },
    close: () => {
      stack.pop();
    },
    current: (marker) => {
      const found = stack.findLast((open) => open.marker === marker);
      if (found === undefined) throw new Error(`Compiler bug: no block ends at ${marker}`);
      return found.label;
    },
  };
}
