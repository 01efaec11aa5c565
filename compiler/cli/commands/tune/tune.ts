/** Finds the narrowest exclusions for audit logs of legitimate traffic, and tries them on the compiled rules. */
import type { RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import type { Profile } from '#compiler/compile.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import { invariant } from '#compiler/invariant.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { checkProfiles } from '../../findings/check-profiles.ts';
import type { Finding } from '../../findings/finding.ts';
import type { FtwTest } from '../../ftw/ftw-types.ts';
import { compileShown } from '../../project/compile-shown.ts';
import { loadWaf } from '../../project/load-waf.ts';
import type { NamedRequest } from '../../replay/read-samples.ts';
import {
  excludeByTag,
  excludedRules,
  type WeakenedClass,
  weakenedClasses,
} from './attack-class.ts';
import { type ExclusionPaths, freeIds, location } from './exclusion-location.ts';
import { findHits } from './find-hits.ts';
import { groupHits } from './group-hits.ts';
import type { LoggedRequest } from './logged-request.ts';
import { type Proposal, type ProposeOptions, propose } from './propose.ts';
import { untriedLines } from './untried.ts';
import { type Effect, effectOf, type Opening, openingOf } from './verify.ts';
import { type ExclusionFiles, idsNeeded, writeExclusions } from './write-exclusions.ts';

export type TuneInput = ProposeOptions & {
  /** True when several rules of one class on one target get one exclusion by their tag. */
  readonly byTag: boolean;
  readonly profile: Profile;
  readonly files: RuleFiles;
  /** They are read once, one after another. */
  readonly requests: AsyncIterable<LoggedRequest> | Iterable<LoggedRequest>;
  readonly tests: readonly FtwTest[];
  readonly samples: readonly NamedRequest[];
  readonly paths: ExclusionPaths;
};

export type Tuning = {
  readonly proposals: readonly Proposal[];
  readonly texts: ExclusionFiles;
  readonly paths: ExclusionPaths;
  /** The entry of the profile before which the first file belongs. */
  readonly beforeEntry: string;
  /** The findings of `check` in the written files. */
  readonly findings: readonly Finding[];
  readonly effect: Effect;
  /** Why parts of the log could not be tried, and which settings help. */
  readonly hints: readonly string[];
  readonly weakened: readonly WeakenedClass[];
  readonly opening: Opening;
};

export type TuneResult =
  | { readonly kind: 'Ok'; readonly tuning: Tuning }
  | { readonly kind: 'Broken'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'Error'; readonly message: string };

export async function tune(input: TuneInput): Promise<TuneResult> {
  const { profile, files, requests, paths } = input;
  const loaded = await load(profile, files);
  if (loaded.kind === 'Broken') return loaded;
  const { ruleSet, waf } = loaded;
  if (loaded.sources.some((path) => path === paths.before || path === paths.after)) {
    return wrong(`The profile already reads ${paths.before}: --out must name a new file.`);
  }
  const hits = await findHits(requests, waf, ruleSet);
  const narrow = propose(groupHits(hits), ruleSet, input);
  const proposals = input.byTag ? excludeByTag(narrow) : narrow;
  const firstId = freeIds(ruleSet, idsNeeded(proposals));
  if (firstId === undefined) return wrong('No rule ids below 100000 are free.');
  const texts = writeExclusions(proposals, firstId);
  const groups = proposals.flatMap(({ group, decision }) =>
    decision.kind === 'Withheld' ? [] : [group],
  );
  const ids = excludedRules(proposals, ruleSet);
  const placed = location(profile, files, ruleSet, ids, paths, texts);
  const tuned = groups.length === 0 ? loaded : await load(placed.profile, placed.files);
  invariant(tuned.kind === 'Ok', 'exclusions that do not compile');
  const wafs = { without: waf, with: tuned.waf };
  const checked = groups.length === 0 ? [] : checkProfiles([placed.profile], placed.files).findings;
  return {
    kind: 'Ok',
    tuning: {
      proposals,
      texts,
      paths,
      beforeEntry: placed.beforeEntry,
      findings: checked.filter(({ span }) => Object.values(paths).includes(span.source.path)),
      effect: effectOf(groups, wafs),
      hints: untriedLines(hits),
      weakened: weakenedClasses(proposals, ruleSet, loaded.active),
      opening: await openingOf(groups, wafs, input.tests, input.samples),
    },
  };
}

type Loaded =
  | {
      readonly kind: 'Ok';
      readonly ruleSet: RuleSet;
      readonly waf: CompiledWaf;
      readonly sources: readonly string[];
      /** Ids of the active rules. */
      readonly active: ReadonlySet<number>;
    }
  | { readonly kind: 'Broken'; readonly diagnostics: readonly Diagnostic[] };

async function load(profile: Profile, files: RuleFiles): Promise<Loaded> {
  const { ruleSet, program, sources, diagnostics } = compileShown(profile, files);
  if (ruleSet === undefined || program === undefined) return { kind: 'Broken', diagnostics };
  const waf = await loadWaf(program);
  const active = new Set(rulesOf(program).map(({ info }) => info.id));
  return { kind: 'Ok', ruleSet, waf, sources: sources.map(({ path }) => path), active };
}

function wrong(message: string): TuneResult {
  return { kind: 'Error', message };
}
