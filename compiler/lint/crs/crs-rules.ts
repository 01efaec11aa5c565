/** Which rules the conventions of the OWASP CRS are for. */
import type { Link, Rule, RuleSet } from '../../2-resolve/ruleset.ts';
import { isPluginId, isSetId } from '../ids.ts';
import { rulesOfSet } from '../locations.ts';

/** Those of the set and its plugins, by their ids or tags; rules of a site beside them may look as they like. */
export function crsRulesOf(ruleSet: RuleSet): readonly Rule[] {
  return rulesOfSet(ruleSet).filter(
    ({ id, metadata }) => isSetId(id) || isPluginId(id) || metadata.tags.includes('OWASP_CRS'),
  );
}

/** Thousands of the ids that prepare the set, or evaluate what the others have found. */
const LEADING: ReadonlySet<number> = new Set([900, 901, 905, 949, 959, 980, 999]);

/** Whether the rule stands for no attack. */
export function isLeading({ id }: Rule): boolean {
  return LEADING.has(Math.floor(id / 1000));
}

export function crsLinksOf(ruleSet: RuleSet): readonly Link[] {
  return crsRulesOf(ruleSet).flatMap(({ links }) => links);
}

/** The actions of a link by their lower-case name, as written. */
export function actionsNamed({ written }: Link, name: string): Link['written']['actions'] {
  return written.actions.filter((action) => action.name.text.toLowerCase() === name);
}
