/** Names as the manual spells them, from the compiler's own tables; unknown names stay as they are written. */
import { actions } from '../language/actions.ts';
import { controls } from '../language/controls.ts';
import { directives, ruleDirectives } from '../language/directives.ts';
import { operators } from '../language/operators.ts';
import { transformations } from '../language/transformations.ts';
import { variables } from '../language/variables.ts';

type Names = ReadonlyMap<string, string>;

/** The table of actions is in lower case; these two are not. */
const MIXED_ACTIONS = ['multiMatch', 'skipAfter'];

const directiveNames = byLowerName([...directives.keys(), ...ruleDirectives]);
const variableNames = byLowerName(variables.keys());
const operatorNames = byLowerName(Array.from(operators.values(), ({ name }) => name));
const actionNames = byLowerName([...actions.keys(), ...MIXED_ACTIONS]);
/** British spellings are names of their own and stay. */
const transformationNames = byLowerName([...transformations.values(), 'none']);
const controlNames = byLowerName(controls);

export const canonicalDirective = spelledAs(directiveNames);
export const canonicalVariable = spelledAs(variableNames);
export const canonicalOperator = spelledAs(operatorNames);
export const canonicalAction = spelledAs(actionNames);
export const canonicalTransformation = spelledAs(transformationNames);
export const canonicalControl = spelledAs(controlNames);

function byLowerName(names: Iterable<string>): Names {
  return new Map(Array.from(names, (name) => [name.toLowerCase(), name]));
}

function spelledAs(names: Names): (written: string) => string {
  return (written) => names.get(written.toLowerCase()) ?? written;
}
