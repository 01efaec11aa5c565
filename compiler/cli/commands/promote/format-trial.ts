/** Formats a trial and its result, with advice. */
import { escapeUnseen } from '#engine/log/json-text.ts';
import type { RuleCount, Trial } from './trial.ts';

/** The number of rules shown in each list. */
const MOST = 10;

/** `reasons` are those against the candidate; empty when it may be promoted. */
export function formatTrial(trial: Trial, reasons: readonly string[]): string {
  const { candidate, judged, dropped, changes, newBlocks, lostBlocks, unread } = trial;
  const lines = [
    `candidate ${candidate.slice(0, 12)}: ${judged} requests judged, ${dropped} of the sample dropped`,
    `new blocks ${changes.new_block}, lost blocks ${changes.lost_block}, other responses ${changes.other_response}, faults ${trial.faults.length}`,
    ...(unread === 0 ? [] : [`${unread} lines are not report records`]),
    ...list('rules of new blocks', newBlocks),
    ...list('rules of lost blocks', lostBlocks),
  ];
  if (reasons.length === 0) {
    const next =
      'write it over the module in force and send SIGHUP, or name it in ENGINE_RULES_PATH_SITES or ENGINE_RULES_PATH_APIS and restart';
    return [...lines, `The candidate can take over: ${next}.`].map(escapeUnseen).join('\n');
  }
  const advice =
    newBlocks.length > 0
      ? [
          'Exclude what the rules above match by mistake (`portcullis tune` writes exclusions), compile, and try again.',
        ]
      : [];
  const why = reasons.map((reason) => `The candidate cannot take over: ${reason}.`);
  return [...lines, ...why, ...advice].map(escapeUnseen).join('\n');
}

function list(title: string, rules: readonly RuleCount[]): string[] {
  if (rules.length === 0) return [];
  const shown = rules
    .slice(0, MOST)
    .map(({ id, message, count, example }) => `  ${id}  ${count}  ${message}  ${example}`);
  const more = rules.length > MOST ? [`  and ${rules.length - MOST} more`] : [];
  return [`${title} (requests, message, one of them):`, ...shown, ...more];
}
