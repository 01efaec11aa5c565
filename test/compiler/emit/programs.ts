/**
 * Every program of the corpus: it compiles, or is refused with a diagnostic, and what is emitted type-checks, at
 * every debug log level, with passes and without, and when updates have emptied its rules.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pass } from '#compiler/3-specialize/program.ts';
import { passes } from '#compiler/3-specialize/specialize.ts';
import { emit } from '#compiler/4-emit/emit.ts';
import { tracing } from '#compiler/4-emit/emit-trace.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile, type Profile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { readDocument } from '../../behaviour/read-document.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { typeErrors } from '../../helpers/type-errors.ts';

const test = fileURLToPath(new URL('../../', import.meta.url));
const project = fileURLToPath(new URL('../../../', import.meta.url));

/** Rules, and how they are compiled. */
export type Variant = {
  readonly title: string;
  readonly profile: Profile;
  readonly files: RuleFiles;
  readonly optional: readonly Pass[];
  readonly traced: boolean;
};

type Rules = {
  readonly title: string;
  readonly entries: readonly string[];
  readonly files: RuleFiles;
};

/** Each case of the behaviour documents, of the golden files and of what rule authors are told. */
export function smallRules(): readonly Rules[] {
  const documents = readdirSync(`${test}behaviour`).filter((name) => name.endsWith('.md'));
  const cases = documents.flatMap((name) =>
    readDocument(`${test}behaviour/${name}`).map(({ title, rules, files }) => ({
      title: `${name}: ${title}`,
      entries: ['rules.conf'],
      files: memoryFiles({ ...files, 'rules.conf': rules }),
    })),
  );
  return [...cases, ...['golden', 'lint', 'diagnostics'].flatMap(rulesIn)];
}

function rulesIn(kind: string): readonly Rules[] {
  const folders = readdirSync(test + kind, { withFileTypes: true });
  return folders
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const folder = `${test}${kind}/${name}/`;
      const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
      const texts = names.map((file) => [file.name, readFileSync(folder + file.name, 'latin1')]);
      const files = memoryFiles(Object.fromEntries(texts));
      const rules = names.filter((file) => /^(?:rules|right|fixed)\.conf$/.test(file.name));
      return rules.map((file) => ({
        title: `${kind}/${name}/${file.name}`,
        entries: [file.name],
        files,
      }));
    });
}

/** Both profiles with the rules in `folder`. */
export function ruleSets(folder: string): readonly Rules[] {
  return ['pl1', 'pl2'].map((name) => {
    const { files }: { readonly files: readonly string[] } = JSON.parse(
      readFileSync(`${project}profiles/${name}.json`, 'utf8'),
    );
    const entries = files.map((path) =>
      path.startsWith('{rules}') ? path.replace('{rules}', folder) : project + path,
    );
    return { title: `${name} with ${folder}`, entries, files: disk };
  });
}

/** `levels`: the debug log levels; at 9 rules tell what they look at. */
export function variantsOf(rules: Rules, levels: readonly number[]): readonly Variant[] {
  const { title, entries, files } = rules;
  const plain = profileOfEntries('test', entries);
  const emptied = withoutTargets(plain, files);
  return [plain, ...(emptied === undefined ? [] : [emptied])].flatMap(
    ({ files: own = files, ...profile }: Profile & { readonly files?: RuleFiles }) =>
      levels.flatMap((level) =>
        [passes, []].flatMap((optional) =>
          [false, ...(level === 0 ? [true] : [])].map((traced) => ({
            title: `${title}, ${own === files ? 'as it is' : 'emptied'}, level ${level}, ${optional.length} passes${traced ? ', traced' : ''}`,
            profile: { ...profile, debugLogLevel: level },
            files: own,
            optional,
            traced,
          })),
        ),
      ),
  );
}

const EMPTIED = 'emptied.conf';

/** The same rules, and behind them for each an update that excludes all that it looks at. */
function withoutTargets(
  profile: Profile,
  files: RuleFiles,
): (Profile & { readonly files: RuleFiles }) | undefined {
  const { ruleSet } = compile(profile, files);
  if (ruleSet === undefined) return undefined;
  const updates = ruleSet.entries.flatMap((entry) => {
    if (entry.kind === 'Marker') return [];
    return entry.links.flatMap(({ test: tested }, offset) => {
      const names = new Set(tested?.targets.map(({ variable }) => `!${variable.name}`));
      const list = [...names].join('|');
      return list === '' ? [] : [`SecRuleUpdateTargetById ${entry.id}:${offset} "${list}"`];
    });
  });
  const texts = memoryFiles({ [EMPTIED]: updates.join('\n') });
  const last = profileOfEntries(profile.name, [EMPTIED]).entries;
  return {
    ...profile,
    entries: [...profile.entries, ...last],
    files: { ...files, read: (path) => texts.read(path) ?? files.read(path) },
  };
}

/** Programs in one run of TypeScript: all of them would not fit into memory. */
const TOGETHER = 150;

export type Counted = {
  readonly compiled: number;
  readonly refused: number;
  readonly emptied: number;
};

/** Compiles and type-checks all of them; how many there were of each kind. */
export function checkPrograms(variants: readonly Variant[]): Counted {
  const counts = { compiled: 0, refused: 0, emptied: 0 };
  for (let start = 0; start < variants.length; start += TOGETHER) {
    const modules = new Map<string, string>();
    const titles = new Map<string, string>();
    variants.slice(start, start + TOGETHER).forEach((variant, index) => {
      const { title, profile, files, optional, traced } = variant;
      const { program, diagnostics } = compile(profile, files, optional);
      if (program === undefined) {
        assert.ok(
          diagnostics.some(({ severity }) => severity === 'error'),
          title,
        );
        counts.refused += 1;
        return;
      }
      counts.compiled += 1;
      if (diagnostics.some(({ code }) => code === 'no-targets')) counts.emptied += 1;
      const folder = `program-${index}/`;
      titles.set(folder, title);
      const emitted = traced ? emit(program, tracing) : emit(program);
      for (const { path, text } of emitted) modules.set(folder + path, text);
    });
    const errors = typeErrors(modules).map((error) => {
      const [folder = ''] = /^.*\//.exec(error.replace(/:.*$/s, '')) ?? [];
      return `${titles.get(folder)}: ${error}`;
    });
    assert.deepEqual(errors, []);
  }
  return counts;
}
