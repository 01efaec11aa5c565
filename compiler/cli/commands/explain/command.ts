/** `portcullis explain`: shows a rule as written and as compiled, or explains a code. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT } from '#compiler/project.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { nearest } from '#compiler/suggest.ts';
import { codes } from '../../findings/codes.ts';
import { readTests } from '../../ftw/read-tests.ts';
import { FtwFileError } from '../../ftw/yaml-fields.ts';
import type { Format } from '../../options.ts';
import { type Exit, toUtf8, usageError } from '../../output/report.ts';
import { selectProfiles } from '../../project/select-profiles.ts';
import {
  type CompiledProfile,
  compileProfile,
  explainRule,
  type RuleQuery,
} from './explain-rule.ts';
import { type CoveringTest, formatTests, testsOf } from './find-tests.ts';
import { formatExplanation } from './format-explanation.ts';

export type ExplainOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  /** Folders and files of FTW tests. */
  readonly tests: readonly string[];
  readonly format: Format;
};

export function runExplain(what: string, options: ExplainOptions, files: RuleFiles): Exit {
  const query = queryOf(what);
  return query === undefined
    ? explainCode(what, options.format, files)
    : explainQuery(what, query, options, files);
}

function queryOf(what: string): RuleQuery | undefined {
  if (/^\d+$/.test(what)) return { kind: 'Id', id: Number(what) };
  const [, file, line] = /^(.+):(\d+)$/.exec(what) ?? [];
  if (file === undefined) return undefined;
  return { kind: 'Line', file, line: Number(line) };
}

/** Returns the query with the path under which the profiles have read its file. */
function asRead(query: RuleQuery, compiled: readonly CompiledProfile[]): RuleQuery {
  if (query.kind === 'Id') return query;
  const written = resolve(query.file);
  const sources = compiled.flatMap(({ compilation }) => compilation.sources);
  const read = sources.find(({ path }) => resolve(path) === written);
  return { ...query, file: read?.path ?? query.file };
}

function explainQuery(
  what: string,
  query: RuleQuery,
  options: ExplainOptions,
  files: RuleFiles,
): Exit {
  const missing = options.tests.find((path) => !existsSync(path));
  if (missing !== undefined) return usageError(`There are no tests at ${missing}.`);
  const selected = selectProfiles(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const compiled = selected.profiles.map((profile) => compileProfile(profile, files));
  const rules = explainRule(asRead(query, compiled), compiled, files);
  const [first] = rules;
  if (first === undefined) {
    const broken = compiled.filter(({ compilation }) => compilation.program === undefined);
    const names = broken.map(({ profile }) => profile.name).join(' and ');
    const hint = names === '' ? '' : ` There are errors in ${names}: portcullis check shows them.`;
    const none = query.kind === 'Id' ? `No profile has a rule ${what}.` : `No rule is at ${what}.`;
    return usageError(`${none}${hint}`);
  }
  const found = findTests(first.id, options.tests);
  if (found.kind === 'Error') return usageError(found.message);
  const { tests } = found;
  const text =
    options.format === 'json'
      ? JSON.stringify({ schemaVersion: 1, rules, tests }, undefined, 2)
      : [...rules.map(formatExplanation), ...testLines(tests)].join('\n\n');
  process.stdout.write(toUtf8(`${text}\n`));
  return 0;
}

type FoundTests =
  | { readonly kind: 'Ok'; readonly tests: readonly CoveringTest[] | undefined }
  | { readonly kind: 'Error'; readonly message: string };

/** Returns undefined when no folder of tests is known. */
function findTests(id: number, paths: readonly string[]): FoundTests {
  try {
    const tests =
      paths.length === 0
        ? undefined
        : testsOf(
            id,
            paths.flatMap((path) => readTests(path)),
          );
    return { kind: 'Ok', tests };
  } catch (error) {
    if (error instanceof FtwFileError) return { kind: 'Error', message: error.message };
    throw error;
  }
}

function testLines(tests: readonly CoveringTest[] | undefined): readonly string[] {
  return tests === undefined ? [] : [formatTests(tests)];
}

function explainCode(code: string, format: Format, files: RuleFiles): Exit {
  const page = codes.has(code) ? files.read(`${PROJECT}/docs/codes/${code}.md`) : undefined;
  if (page === undefined) {
    const near = nearest(code, codes.keys());
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return usageError(`${code} is neither a rule id, nor file:line, nor a code.${hint}`);
  }
  const { meaning } = codes.get(code) ?? {};
  const text =
    format === 'json'
      ? `${JSON.stringify({ schemaVersion: 1, code, meaning, page }, undefined, 2)}\n`
      : page;
  process.stdout.write(toUtf8(text));
  return 0;
}
