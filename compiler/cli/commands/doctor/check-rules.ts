/** Checks profiles, the modules compiled from them, and the bundle that contains the modules. */
import type { Analysis } from '#compiler/compile.ts';
import { countNoun } from '#compiler/count-noun.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { BUILT_IN_RULES, lockedRules, RULES_LOCK } from '#compiler/rules-lock.ts';
import { sha256 } from '#compiler/sha256.ts';
import { VERSION } from '#compiler/version.ts';
import { loadModule } from '#proxy/waf/load-module.ts';
import { reasonOf } from '../../output/reason-of.ts';
import { PACKAGE_PROFILES } from '../../project/select-profiles.ts';
import {
  type Check,
  type Condition,
  failed,
  type Installation,
  type InstalledProfile,
  note,
  ok,
} from './condition.ts';

const COMPILE = 'Run `make compile-rules`, or `portcullis compile`.';
const ONE_MODULE = 'Give one module, or the rule files.';
const BUILD = 'Run `make build`.';
const BUILD_ELSEWHERE =
  '`make build` in a checkout writes it; portcullis-proxy of the npm package needs none.';
const START = `Start the command in the folder that has profiles/. ${PACKAGE_PROFILES}`;

export const checkRules: Check = async (installation) => {
  const profiles: Condition[] = [];
  for (const profile of installation.profiles) {
    profiles.push(...(await checkProfile(profile, installation)));
  }
  return [...checkRuleSet(installation), ...profiles, ...checkBundle(installation)];
};

function checkRuleSet({ files }: Installation): readonly Condition[] {
  const locked = lockedRules(files);
  if (locked.kind === 'Error')
    return [failed('rule set', locked.message, '`make rules` fetches it.')];
  const { folder } = locked;
  if (folder === BUILT_IN_RULES) {
    if (isOwnProject(files)) return [];
    const hint = '`make rules` fetches the OWASP Core Rule Set.';
    return [note('rule set', `the built-in one; no ${RULES_LOCK} names another`, hint)];
  }
  const found = files.glob(`${folder}/*.conf`).length;
  if (found === 0) {
    const hint = `\`make rules\` fetches it; without ${RULES_LOCK} the built-in rules are used.`;
    return [failed('rule set', `${RULES_LOCK} names ${folder}, which has no rules.`, hint)];
  }
  return [ok('rule set', `${folder}, as ${RULES_LOCK} says, ${countNoun(found, 'file')}`)];
}

/** A project of `portcullis init`, in which nothing fetches the rule set or bundles a proxy, as a checkout does. */
function isOwnProject(files: RuleFiles): boolean {
  return files.glob('profiles/*.json').length > 0 && !isCheckout(files);
}

/** Returns whether the folder is a checkout of Portcullis, where the proxy is bundled. */
export function isCheckout(files: RuleFiles): boolean {
  return files.read('scripts/build.ts') !== undefined;
}

async function checkProfile(
  profile: InstalledProfile,
  installation: Installation,
): Promise<readonly Condition[]> {
  const { name, kind } = profile;
  const part = `profile ${name}`;
  switch (kind) {
    case 'Unreadable':
      return [failed(part, profile.message, START)];
    case 'Module':
      return [await checkModuleFile(part, profile.path)];
    case 'Mixed':
      return [failed(part, 'its list has a module and other files.', ONE_MODULE)];
    case 'Rules':
      return [
        profileCondition(part, name, profile.analysis),
        moduleCondition(name, profile.analysis, installation),
      ];
  }
}

async function checkModuleFile(part: string, path: string): Promise<Condition> {
  try {
    const { manifest } = (await loadModule(path)).waf;
    return ok(part, `${path}, compiled from ${manifest.ruleSet || 'rules without a signature'}`);
  } catch (error) {
    const hint = 'Compile it with `portcullis compile --out FILE.mjs`.';
    return failed(part, `Cannot load ${path}. ${reasonOf(error)}`, hint);
  }
}

function profileCondition(part: string, name: string, analysis: Analysis): Condition {
  const { ruleSet, sources, diagnostics } = analysis;
  if (ruleSet === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const location = first === undefined ? '' : `${first.span.source.path}: ${first.message}`;
    return failed(part, `${location}${more}`, `Run \`portcullis check --profile ${name}\`.`);
  }
  const rules = sources.filter(({ path }) => /\.conf(?:\.example)?$/.test(path)).length;
  const signature = ruleSet.settings.componentSignatures.join(', ') || 'no signature';
  const files = `${countNoun(rules, 'file')}, ${countNoun(sources.length - rules, 'data file')}`;
  return ok(part, `${signature}: ${countNoun(ruleSet.rulesRead, 'rule')} in ${files}`);
}

/** Checks that the module was compiled from the current files by this compiler. */
function moduleCondition(name: string, { sources }: Analysis, { files }: Installation): Condition {
  const part = `module ${name}`;
  const path = `generated/${name}/index.ts`;
  const text = files.read(path);
  if (text === undefined) return failed(part, `${path} does not exist.`, COMPILE);
  const manifest = readManifest(text);
  if (manifest.compiler !== VERSION) {
    return failed(part, `compiled by ${manifest.compiler}, this is ${VERSION}.`, COMPILE);
  }
  const now = new Map(sources.map((source) => [source.path, sha256(source.text)]));
  const stale = [...new Set([...now.keys(), ...manifest.sums.keys()])].find(
    (file) => now.get(file) !== manifest.sums.get(file),
  );
  if (stale !== undefined) return failed(part, `${stale} has changed since.`, COMPILE);
  return ok(part, `current, ${manifest.ruleSet || 'no signature'}`);
}

type ModuleManifest = {
  readonly compiler: string;
  readonly ruleSet: string;
  readonly sums: ReadonlyMap<string, string>;
};

/** Reads the manifest from the text, because the modules are TypeScript, which Node 20 cannot import. */
function readManifest(text: string): ModuleManifest {
  const [, compiler = 'another version'] = /compiler: '([^']*)'/.exec(text) ?? [];
  const [, ruleSet = ''] = /ruleSet: '((?:[^'\\]|\\.)*)'/.exec(text) ?? [];
  const listed = text.matchAll(/file: '((?:[^'\\]|\\.)*)',\s+sha256: '([0-9a-f]{64})'/g);
  return {
    compiler,
    ruleSet: unescaped(ruleSet),
    sums: new Map(Array.from(listed, ([, file = '', sum = '']) => [unescaped(file), sum])),
  };
}

/** Returns the text of a literal, which names of files and signatures may need escapes for. */
function unescaped(literal: string): string {
  return literal.replace(/\\(?:x(..)|u(.{4})|(.))/g, (_, byte, unit, char) =>
    char === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit, 16)) : char,
  );
}

function checkBundle({ files, profiles }: Installation): readonly Condition[] {
  // Lines of the bundle end within strings, too.
  const bundle = files.read('dist/proxy.js')?.replaceAll('\\\n', '');
  if (bundle === undefined && isOwnProject(files)) {
    return [ok('bundle', 'not used: portcullis-proxy of the package loads compiled modules')];
  }
  if (bundle === undefined) {
    const hint = isCheckout(files) ? BUILD : BUILD_ELSEWHERE;
    return [failed('bundle', 'dist/proxy.js does not exist.', hint)];
  }
  const names = profiles.map(({ name }) => name);
  const stale = names.filter((name) => {
    const { sums } = readManifest(files.read(`generated/${name}/index.ts`) ?? '');
    return [...sums.values()].some((sum) => !bundle.includes(sum));
  });
  return stale.length > 0
    ? [failed('bundle', `dist/proxy.js has older modules of ${stale.join(', ')}.`, BUILD)]
    : [ok('bundle', 'dist/proxy.js contains the compiled modules')];
}
