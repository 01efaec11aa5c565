/** Forms: what a transformation list makes of a text, one function a list, one a transformation. */
import type { TransformationName } from '../language/transformations.ts';
import { type Code, ts } from './code.ts';
import { emitForm, emitStep } from './emit-view.ts';
import { createTable } from './table.ts';

type Names = readonly TransformationName[];

export type Forms = {
  readonly form: (transformations: Names) => Code;
  /** The forms of a list's first transformation, of its first two, and so on. */
  readonly stages: (transformations: Names) => readonly Code[];
  readonly all: () => readonly Code[];
};

export function createForms(): Forms {
  const steps = createTable();
  const forms = createTable();
  const step = (transformation: TransformationName): Code =>
    steps.add(transformation, transformation, (own, slot) => emitStep(own, slot, transformation));
  const form = (transformations: Names): Code => {
    const own = forms.add(transformations.join(), 'form', (name) =>
      emitForm(name, transformations, transformations.map(step)),
    );
    return ts`forms.${own}`;
  };
  return {
    form,
    stages: (transformations) =>
      transformations.map((_, index) => form(transformations.slice(0, index + 1))),
    all: () => [...steps.all(), ...forms.all()],
  };
}
