/** Views and forms: what rules with the same targets and transformations compute once. */
import { ANYTHING } from '../../runtime/engine/make-view.ts';
import { traitsOf } from '../../runtime/engine/traits.ts';
import { changedBytes } from '../language/changed-bytes.ts';
import type { TransformationName } from '../language/transformations.ts';
import { type Code, comment, joined, name, ts } from './code.ts';

const UPPER_CASE = traitsOf('A');

/** One transformation of one text: done once, and only when the text has a byte that it changes. */
export function emitStep(own: Code, slot: number, transformation: TransformationName): Code {
  const changed = changedBytes.get(transformation);
  const call = ts`${name('t.', transformation)}(text.value)`;
  const keep = changed?.bytes === '' ? ts`tx.keepFolded` : ts`tx.keep`;
  const result = ts`formOf(text, ${slot}) ?? ${keep}(text, ${slot}, ${call})`;
  const changes = exactChanges(transformation);
  const value = changes === ANYTHING ? result : ts`hasTrait(text, ${changes}) ? (${result}) : text`;
  return joined(
    [ts`function ${own}(tx: Tx, text: Text): Text {`, ts`  return ${value};`, ts`}`],
    '\n',
  );
}

export function emitForm(
  own: Code,
  transformations: readonly TransformationName[],
  steps: readonly Code[],
): Code {
  const list = transformations.map((each) => `t:${each}`).join(',');
  const nested = steps.reduce((inner, step) => ts`${step}(tx, ${inner})`, ts`text`);
  return joined(
    [
      comment(list),
      ts`export function ${own}(tx: Tx, text: Text): Text {`,
      ts`  return ${nested};`,
      ts`}`,
    ],
    '\n',
  );
}

/** The view of the selected texts as they are. */
export function emitPlainView(own: Code, slot: number, entries: Code): Code {
  return emitKept(own, slot, ts`viewTexts(tx, ${slot}, prefilter, ${entries}(tx))`);
}

/** The view of what `forms` make of them; `plain` is the view of the same texts as they are. */
export function emitFormsView(
  own: Code,
  slot: number,
  { plain, entries, forms, transformations }: FormsView,
): Code {
  const changes = changesOfAll(transformations);
  const seen = ts`${plain}(tx), ${entries}(tx), ${changes}, [${joined(forms, ', ')}]`;
  const unchanged = ts`unchangedView(tx, ${slot}, ${plain}(tx), ${changes})`;
  return emitKept(own, slot, ts`${unchanged} ?? viewForms(tx, ${slot}, prefilter, ${seen})`);
}

/** What several views say together. */
export function emitSum(own: Code, slot: number, parts: readonly Code[]): Code {
  const views = parts.map((part) => ts`${part}(tx)`);
  return emitKept(own, slot, ts`sumViews(tx, ${slot}, [${joined(views, ', ')}])`);
}

/** The same for forms: `parts` are asked only when `plain`, the sum of the texts, has what changes. */
export function emitFormsSum(
  own: Code,
  slot: number,
  { plain, parts, transformations }: FormsSum,
): Code {
  const changes = changesOfAll(transformations);
  const views = parts.map((part) => ts`${part}(tx)`);
  const unchanged = ts`unchangedView(tx, ${slot}, ${plain}(tx), ${changes})`;
  const sum = ts`sumViews(tx, ${slot}, [${joined(views, ', ')}])`;
  return emitKept(own, slot, ts`${unchanged} ?? ${sum}`);
}

export type FormsSum = {
  readonly plain: Code;
  readonly parts: readonly Code[];
  readonly transformations: readonly TransformationName[];
};

export type FormsView = {
  readonly plain: Code;
  readonly entries: Code;
  readonly forms: readonly Code[];
  readonly transformations: readonly TransformationName[];
};

function emitKept(own: Code, slot: number, value: Code): Code {
  return joined(
    [
      ts`export function ${own}(tx: Tx): View {`,
      ts`  return tx.views[${slot}] ?? ${value};`,
      ts`}`,
    ],
    '\n',
  );
}

function changesOfAll(transformations: readonly TransformationName[]): number {
  return transformations.reduce((kinds, each) => kinds | changesOf(each), 0);
}

/** Kinds of bytes without which the transformation changes letter case at most. */
function changesOf(transformation: TransformationName): number {
  const changed = changedBytes.get(transformation);
  return changed === undefined ? ANYTHING : traitsOf(changed.bytes);
}

/** Kinds of bytes without which it changes nothing. */
function exactChanges(transformation: TransformationName): number {
  const changes = changesOf(transformation);
  return changedBytes.get(transformation)?.lowerCase ? changes | UPPER_CASE : changes;
}
