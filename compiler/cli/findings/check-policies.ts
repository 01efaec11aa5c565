/** Checks a file of policies and the files that it names (docs/policies.md), in one run. */
import type { Rule } from '#compiler/3-specialize/program.ts';
import { compile } from '#compiler/compile.ts';
import { type Diagnostic, error, type Problem, warning } from '#compiler/diagnostics.ts';
import { variables } from '#compiler/language/variables/index.ts';
import { profileNames, readProfile } from '#compiler/profile.ts';
import { cannotRead, type RuleFiles } from '#compiler/rule-files.ts';
import type { SourceFile } from '#compiler/source.ts';
import { didYouMean, suggest } from '#compiler/suggest.ts';
import { readBans } from '#proxy/bans/ban-lists.ts';
import type { FileFinding } from '#proxy/json/finding.ts';
import type { Location } from '#proxy/json/json-text.ts';
import type { FileName, PolicyData } from '#proxy/policies/policy-data.ts';
import { besidePolicies } from '#proxy/policies/policy-files.ts';
import { type PathExclusion, readExclusions } from '#proxy/policies/read-exclusions.ts';
import { readPolicies } from '#proxy/policies/read-policies.ts';

/** The parts of a profile that exclusions name. */
type ProfileRules = {
  readonly name: string;
  readonly ids: readonly number[];
  readonly tags: ReadonlySet<string>;
  /** The rules that remain after folding. */
  readonly rules: readonly Rule[];
};

type Found = (location: Location, problem: Problem) => void;

/** `path` is as named on the command line. */
export function checkPolicies(path: string, files: RuleFiles): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const source = { path, text: files.read(path) ?? '' };
  const report = reporter(source, found);
  if (files.read(path) === undefined) {
    report({ start: 0, end: 0 }, error('policies', cannotRead(path, files)));
    return found;
  }
  const { policies, findings } = readPolicies(source.text);
  reportAll(findings, report);
  const profiles = profileRules(files);
  const checked = new Set<string>();
  for (const policy of policies) {
    checkProfile(policy, path, files, report);
    for (const bans of policy.bans) checkBans(bans, path, files, found, report);
    const { exclusions } = policy;
    if (exclusions === undefined) continue;
    // Policies with the same profile and exclusions have the same findings.
    const key = `${policy.profile} ${exclusions.value}`;
    if (checked.has(key)) continue;
    checked.add(key);
    found.push(...checkExclusions(exclusions, policy, path, files, profiles, report));
  }
  const known = new Set<string>();
  return found.filter(({ span, message }) => {
    const key = `${span.source.path} ${span.start} ${message}`;
    return !known.has(key) && known.add(key);
  });
}

function reporter(source: SourceFile, found: Diagnostic[]): Found {
  return ({ start, end }, problem) =>
    found.push({ ...problem, span: { source, start, end }, notes: [] });
}

function reportAll(findings: readonly FileFinding[], report: Found): void {
  for (const finding of findings) report(finding, error('policies', finding.message, finding.hint));
}

function checkProfile(
  { profile, profileLocation }: PolicyData,
  path: string,
  files: RuleFiles,
  report: Found,
): void {
  if (profile === '') return;
  if (profile.endsWith('.mjs')) {
    const module = besidePolicies(path, profile);
    if (files.read(module) === undefined)
      report(
        profileLocation,
        error(
          'policies',
          cannotRead(module, files),
          'Compile it: portcullis compile --out FILE.mjs',
        ),
      );
    return;
  }
  const names = profileNames(files);
  // Outside of a project it is unknown with which profiles the proxy was built.
  if (names.length === 0 || names.includes(profile)) return;
  const { near } = suggest(profile, names);
  const hint = didYouMean(near) ?? `There are ${names.join(', ')}.`;
  report(profileLocation, error('policies', `There is no profile "${profile}".`, hint));
}

function checkBans(
  name: FileName,
  path: string,
  files: RuleFiles,
  found: Diagnostic[],
  report: Found,
): void {
  const file = besidePolicies(path, name.value);
  const text = files.read(file);
  if (text === undefined) {
    report(name, error('policies', cannotRead(file, files), PATHS_BEGIN));
    return;
  }
  const reportInside = reporter({ path: file, text }, found);
  readBans(
    text,
    () => {},
    ({ start, end }, entry) =>
      reportInside(
        { start, end },
        error(
          'policies',
          `${JSON.stringify(entry)} is not an address or block.`,
          'Write an address or block such as 192.0.2.1 or 2001:db8::/32.',
        ),
      ),
  );
}

const PATHS_BEGIN = 'Paths are relative to the folder of the policy file.';

function checkExclusions(
  name: FileName,
  { profile }: PolicyData,
  path: string,
  files: RuleFiles,
  profiles: (name: string) => ProfileRules | undefined,
  report: Found,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const file = besidePolicies(path, name.value);
  const text = files.read(file);
  if (text === undefined) {
    report(name, error('policies', cannotRead(file, files), PATHS_BEGIN));
    return found;
  }
  const reportInside = reporter({ path: file, text }, found);
  const { exclusions, findings } = readExclusions(text);
  reportAll(findings, reportInside);
  const rules = profiles(profile);
  for (const each of exclusions) {
    checkTargets(each, reportInside);
    if (rules !== undefined) checkRules(each, rules, reportInside);
  }
  return found;
}

function checkTargets({ targets }: PathExclusion, report: Found): void {
  for (const { variable, ...location } of targets) {
    if (variables.has(variable)) continue;
    const { near } = suggest(variable, variables.keys());
    const hint = didYouMean(near);
    report(location, error('policies', `There is no variable ${variable}.`, hint));
  }
}

/** Reports names that select no rule, and rules on which folding relies. */
function checkRules(exclusion: PathExclusion, profile: ProfileRules, report: Found): void {
  const isWhole = exclusion.exclusion.targets === undefined;
  const fixed = profile.rules.filter(({ condition }) =>
    isWhole ? condition.required : condition.fixedTargets,
  );
  const refuse = (location: Location, rules: readonly Rule[]): void => {
    if (rules.length === 0) return;
    const ids = rules.map(({ info }) => info.id);
    const shown =
      ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
    const what = isWhole
      ? 'cannot be excluded at run time'
      : 'have targets that cannot be excluded at run time';
    report(
      location,
      warning(
        'policies',
        `Of the selected rules, ${shown} ${what}: the compiler relies on them.`,
        `Change them in a profile of your own, or name the other rules.`,
      ),
    );
  };
  for (const { from, to, ...location } of exclusion.rules) {
    const shown = from === to ? `id ${from}` : `an id from ${from} to ${to}`;
    if (!profile.ids.some((id) => id >= from && id <= to))
      report(
        location,
        warning(
          'policies',
          `No rule of profile ${profile.name} has ${shown}.`,
          'These are the ids of the whole profile, before the compiler drops rules.',
        ),
      );
    refuse(
      location,
      fixed.filter(({ info }) => info.id >= from && info.id <= to),
    );
  }
  for (const { tag, ...location } of exclusion.tags) {
    if (!profile.tags.has(tag)) {
      const { near } = suggest(tag, profile.tags);
      const hint = didYouMean(near) ?? 'The whole tag is compared.';
      report(
        location,
        warning('policies', `No rule of profile ${profile.name} has the tag "${tag}".`, hint),
      );
    }
    refuse(
      location,
      fixed.filter(({ info }) => info.tags.includes(tag)),
    );
  }
}

/** Compiles each profile once; undefined when it is a module or has errors that its own check reports. */
function profileRules(files: RuleFiles): (name: string) => ProfileRules | undefined {
  const known = new Map<string, ProfileRules | undefined>();
  const load = (name: string): ProfileRules | undefined => {
    const read = name.endsWith('.mjs') ? undefined : readProfile(name, files, process.env);
    if (read?.kind !== 'Ok') return undefined;
    const { ruleSet, program } = compile(read.profile, files);
    if (ruleSet === undefined || program === undefined) return undefined;
    const all = ruleSet.entries.flatMap((entry) => (entry.kind === 'Rule' ? [entry] : []));
    const steps = program.phases.flatMap((phase) => phase.steps);
    return {
      name,
      ids: all.map(({ id }) => id),
      tags: new Set(all.flatMap(({ metadata }) => metadata.tags)),
      rules: steps.flatMap((step) => (step.kind === 'Rule' ? [step] : [])),
    };
  };
  return (name) => {
    if (!known.has(name)) known.set(name, load(name));
    return known.get(name);
  };
}
