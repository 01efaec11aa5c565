/** Reads rules/lock.json, which names the folder that `{rules}` of a profile stands for. `make rules` writes it. */
import { member, parseJson, textOf } from './json.ts';
import type { RuleFiles } from './rule-files.ts';

export const RULES_LOCK = 'rules/lock.json';

/** The folder that `{rules}` stands for when there is no lock file. */
export const BUILT_IN_RULES = 'rules';

const FETCHED_RULES = 'rules/crs';

export type RulesFolder =
  | { readonly kind: 'Ok'; readonly folder: string }
  | { readonly kind: 'Error'; readonly message: string };

/**
 * Returns the folder that the lock file names, or the built-in rules when there is no lock file. The result does not
 * depend on which rules are on disk: it is an error when there are fetched rules but no lock file.
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

/** Returns the text of a lock file. `release` is the release of the rule set, for readers. */
export function formatRulesLock(rules: string, release: string): string {
  return `${JSON.stringify({ rules, release }, undefined, 2)}\n`;
}
