/** Returns the exclusions that `portcullis tune` writes for likely false alarms. */
import type { Profile } from '#compiler/compile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { exclusionPaths } from '../../tune/exclusion-location.ts';
import { decisionText, formatTuning } from '../../tune/format-tuning.ts';
import { type LoggedRequest, readLoggedRequest } from '../../tune/logged-request.ts';
import type { Proposal } from '../../tune/propose.ts';
import { keyShape } from '../../tune/shape.ts';
import { type Tuning, tune } from '../../tune/tune.ts';
import type { Candidate, Exclusions, FalseAlarms } from '../document.ts';
import { visible } from '../log/visible.ts';
import { shownMessage } from '../shown-request.ts';
import type { Suspect } from './candidates.ts';

/** The rules for which exclusions are written. */
export type ExclusionSource =
  | { readonly kind: 'Profile'; readonly profile: Profile; readonly files: RuleFiles }
  | { readonly kind: 'None'; readonly reason: string };

export async function falseAlarmsOf(
  suspects: readonly Suspect[],
  indexOf: (text: string) => number,
  source: ExclusionSource,
): Promise<FalseAlarms> {
  const { tuning, exclusions } = await tuningOf(suspects, source);
  const candidates = suspects.map((suspect): Candidate => {
    const { rule, message, variable, key, tally, clients } = suspect;
    return {
      rule,
      message: shownMessage(message),
      target: visible(key === '' ? variable : `${variable}:${key}`, 200),
      counts: tally.now,
      clients,
      decisions: (tuning?.proposals ?? [])
        .filter((proposal) => isOf(proposal, suspect))
        .map(({ decision, group }) => decisionText(decision, group)),
      requests: tally.sample.texts.map(indexOf),
    };
  });
  return { candidates, exclusions };
}

type Tuned = { readonly exclusions: Exclusions; readonly tuning?: Tuning };

async function tuningOf(suspects: readonly Suspect[], source: ExclusionSource): Promise<Tuned> {
  if (source.kind === 'None') return none(source.reason);
  const requests = requestsOf(suspects);
  if (requests.length === 0) return none('No false alarm is likely.');
  const { profile, files } = source;
  const paths = exclusionPaths('exclusions.conf');
  const result = await tune({
    ...{ profile, files, requests, paths, tests: [], samples: [] },
    ...{ minCount: 1, allowRuleRemoval: false, byTag: false },
  });
  if (result.kind === 'Error') return none(result.message);
  if (result.kind === 'Broken')
    return none(`The rules of ${profile.name} have errors, which portcullis check shows.`);
  const { tuning } = result;
  const texts = [
    { path: paths.before, location: `before ${tuning.beforeEntry}`, text: tuning.texts.before },
    { path: paths.after, location: 'after all rules', text: tuning.texts.after },
  ];
  return {
    tuning,
    exclusions: {
      kind: 'Proposed',
      profile: profile.name,
      files: texts.filter(({ text }) => text !== ''),
      tuning: formatTuning(tuning, true),
    },
  };
}

function none(reason: string): Tuned {
  return { exclusions: { kind: 'None', reason } };
}

/** Returns each record once, with the matches of the rules for which it is a likely false alarm. */
function requestsOf(suspects: readonly Suspect[]): readonly LoggedRequest[] {
  const rulesByRecord = new Map<string, Set<number>>();
  for (const { rule, records } of suspects) {
    for (const record of records) {
      const rules = rulesByRecord.get(record);
      if (rules === undefined) rulesByRecord.set(record, new Set([Number(rule)]));
      else rules.add(Number(rule));
    }
  }
  return [...rulesByRecord].flatMap(([record, rules]) => {
    const request = readLoggedRequest(record);
    if (request === undefined) return [];
    return [{ ...request, matches: request.matches.filter(({ ruleId }) => rules.has(ruleId)) }];
  });
}

/** Returns whether the proposal belongs to the suspect. Names are bytes in a group and text in a suspect. */
function isOf({ group }: Proposal, { rule, variable, key }: Suspect): boolean {
  if (String(group.ruleId) !== rule) return false;
  const name = keyShape(Buffer.from(key, 'utf8').toString('latin1'));
  const isSameTarget =
    group.variable === variable && group.keys.some((each) => keyShape(each) === name);
  return variable === '' || group.variable === undefined || isSameTarget;
}
