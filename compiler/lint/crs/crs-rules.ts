/** Selects the rules to which the conventions of the OWASP CRS apply. */
import type { Link, Rule, RuleSet } from '../../2-resolve/ruleset.ts';
import { isPluginId, isSetId } from '../ids.ts';
import { rulesOfSet } from '../locations.ts';

/** Returns the rules of the set and its plugins, by their ids or tags. Rules of a site are not checked. */
export function crsRulesOf(ruleSet: RuleSet): readonly Rule[] {
  return rulesOfSet(ruleSet).filter(
    ({ id, metadata }) => isSetId(id) || isPluginId(id) || metadata.tags.includes('OWASP_CRS'),
  );
}

/** Thousands of the ids that set up the rule set, or evaluate the results of other rules. */
const LEADING: ReadonlySet<number> = new Set([900, 901, 905, 949, 959, 980, 999]);

/** Returns whether the rule does not detect an attack itself. */
export function isLeading({ id }: Rule): boolean {
  return LEADING.has(Math.floor(id / 1000));
}

export function crsLinksOf(ruleSet: RuleSet): readonly Link[] {
  return crsRulesOf(ruleSet).flatMap(({ links }) => links);
}

/** Returns the actions of a link with that name (in lower case), as written. */
export function actionsNamed({ written }: Link, name: string): Link['written']['actions'] {
  return written.actions.filter((action) => action.name.text.toLowerCase() === name);
}
