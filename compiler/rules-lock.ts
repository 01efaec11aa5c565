/** rules/lock.json: the folder of rules that profiles mean by `{rules}`. `make rules` writes it. */
import { member, parseJson, textOf } from './json.ts';
import type { RuleFiles } from './rule-files.ts';

export const RULES_LOCK = 'rules/lock.json';

/** What `{rules}` means where there is no lock file. */
export const BUILT_IN_RULES = 'rules';

const FETCHED_RULES = 'rules/crs';

export type RulesFolder =
  | { readonly kind: 'Ok'; readonly folder: string }
  | { readonly kind: 'Error'; readonly message: string };

/**
 * The folder that the lock file names; without one, the built-in rules. It never depends on which rules lie on disk:
 * fetched ones that no lock file names are an error.
 */
export function lockedRules(files: RuleFiles): RulesFolder {
  const text = files.read(RULES_LOCK);
  if (text === undefined) {
    if (files.glob(`${FETCHED_RULES}/*.conf`).length === 0) {
      return { kind: 'Ok', folder: BUILT_IN_RULES };
    }
    return error(
      `${FETCHED_RULES} has rules, but there is no ${RULES_LOCK} that names them. Run \`make rules\` again, ` +
        `or write "rules": "${FETCHED_RULES}" or "rules": "${BUILT_IN_RULES}" into the profile.`,
    );
  }
  const folder = textOf(member(parseJson(text), 'rules'));
  if (folder === undefined) {
    return error(`${RULES_LOCK} must be a JSON object with a text under "rules".`);
  }
  return { kind: 'Ok', folder };
}

function error(message: string): RulesFolder {
  return { kind: 'Error', message };
}

/** The text of a lock file. `release`: of the rule set, for readers. */
export function formatRulesLock(rules: string, release: string): string {
  return `${JSON.stringify({ rules, release }, undefined, 2)}\n`;
}
