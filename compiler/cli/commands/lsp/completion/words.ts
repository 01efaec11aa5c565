/** The words to offer: those of the language, and those that the program has made. */
import { actions, spelledAction } from '../../../../language/actions.ts';
import { controls } from '../../../../language/controls.ts';
import { directiveRow } from '../../../../language/directives.ts';
import { actionTexts } from '../../../../language/documentation/actions.ts';
import { controlTexts } from '../../../../language/documentation/controls.ts';
import { directiveTexts } from '../../../../language/documentation/directives.ts';
import { operatorTexts } from '../../../../language/documentation/operators.ts';
import { transformationTexts } from '../../../../language/documentation/transformations.ts';
import { variableTexts } from '../../../../language/documentation/variables.ts';
import { operators } from '../../../../language/operators.ts';
import { transformations } from '../../../../language/transformations.ts';
import { variables } from '../../../../language/variables.ts';
import { positionOf } from '../../../../source.ts';
import type { Mention, SymbolKind } from '../mentions/mention.ts';
import { completionKinds } from '../protocol.ts';

export type Word = { readonly label: string; readonly kind: number; readonly detail: string };

const word = (kind: number, label: string, detail = ''): Word => ({ label, kind, detail });

const directiveWords: readonly Word[] = [...directiveTexts]
  .filter(([name]) => directiveRow(name)?.[1].kind !== 'Ignored')
  .map(([name, text]) => word(completionKinds.keyword, name, text));
const variableWords: readonly Word[] = Array.from(variables.keys(), (name) =>
  word(completionKinds.variable, name, variableTexts.get(name)),
);
const operatorWords: readonly Word[] = Array.from(operators, ([lower, { name }]) =>
  word(completionKinds.function, name, operatorTexts.get(lower)),
);
/** As the engine spells them, each once: some have two names. */
const transformationWords: readonly Word[] = ['none', ...new Set(transformations.values())].map(
  (name) => word(completionKinds.function, name, transformationTexts.get(name.toLowerCase())),
);
const actionWords: readonly Word[] = Array.from(actions.keys(), (name) =>
  word(completionKinds.function, spelledAction(name), actionTexts.get(name)),
);
const controlWords: readonly Word[] = controls.map((name) =>
  word(completionKinds.function, name, controlTexts.get(name)),
);

export const languageWords = {
  directives: directiveWords,
  variables: variableWords,
  operators: operatorWords,
  transformations: transformationWords,
  actions: actionWords,
  controls: controlWords,
} as const;

/** What a setting takes, when it takes one of a few words. */
export function settingWords(directive: string): readonly Word[] {
  const [, row] = directiveRow(directive) ?? [];
  if (row?.kind === 'Switch') return ['On', 'Off'].map((each) => word(completionKinds.value, each));
  if (row?.kind !== 'Choice') return [];
  return row.choices.map((each) => word(completionKinds.value, each));
}

/** Every name of the kind, once, in the order of the program. */
export function symbolWords(mentions: readonly Mention[], of: SymbolKind): readonly Word[] {
  const names = mentions.flatMap((mention) =>
    mention.kind === 'Symbol' && mention.of === of ? [mention.name] : [],
  );
  return [...new Set(names)].map((name) => word(completionKinds.reference, name, of));
}

/** Every rule by its id, and where it stands. */
export function ruleWords(mentions: readonly Mention[]): readonly Word[] {
  return mentions.flatMap((mention) => {
    if (mention.kind !== 'Rules' || mention.role !== 'definition') return [];
    const { span } = mention;
    const detail = `${span.source.path}:${positionOf(span).line}`;
    return [word(completionKinds.reference, String(mention.from), detail)];
  });
}
