/** Returns names as the manual spells them, from the compiler's own tables. Unknown names stay as they are. */
import { actions } from '../language/actions.ts';
import { controls } from '../language/controls.ts';
import { directives, ruleDirectives } from '../language/directives/index.ts';
import { operators } from '../language/operators/index.ts';
import { none, transformations } from '../language/transformations/index.ts';
import { variables } from '../language/variables/index.ts';

type Names = ReadonlyMap<string, string>;

const directiveNames = byLowerName([...namesOf(directives), ...ruleDirectives.keys()]);
const variableNames = byLowerName(variables.keys());
const operatorNames = byLowerName(namesOf(operators));
const actionNames = byLowerName(namesOf(actions));
/** British spellings are separate names and stay as they are. */
const transformationNames = byLowerName([...transformations.values(), none.name]);
const controlNames = byLowerName(controls.keys());

export const canonicalDirective = spelledAs(directiveNames);
export const canonicalVariable = spelledAs(variableNames);
export const canonicalOperator = spelledAs(operatorNames);
export const canonicalAction = spelledAs(actionNames);
export const canonicalTransformation = spelledAs(transformationNames);
export const canonicalControl = spelledAs(controlNames);

function namesOf(records: ReadonlyMap<string, { readonly name: string }>): readonly string[] {
  return Array.from(records.values(), ({ name }) => name);
}

function byLowerName(names: Iterable<string>): Names {
  return new Map(Array.from(names, (name) => [name.toLowerCase(), name]));
}

function spelledAs(names: Names): (written: string) => string {
  return (written) => names.get(written.toLowerCase()) ?? written;
}
