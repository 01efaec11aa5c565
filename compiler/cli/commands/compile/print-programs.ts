/** `portcullis compile --print-after`: prints the program between passes, to show what each pass does to a rule. */
import { lower } from '#compiler/3-specialize/lower.ts';
import type { Program } from '#compiler/3-specialize/program.ts';
import { passes, passesFor } from '#compiler/3-specialize/specialize.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { compile, type Profile } from '#compiler/compile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { nearest } from '#compiler/suggest.ts';
import { type Exit, printDiagnostics, usageError } from '../../output/report.ts';
import { programText } from './program-text.ts';

export type PrintRequest = {
  /** The name of a pass, `lower` (the program before all passes) or `all`. */
  readonly after: string;
  /** The id of the rule to print; undefined for all rules. */
  readonly id: number | undefined;
};

const ALL = 'all';
/** Not a pass, but the step that creates the first program. */
const LOWER = 'lower';

/** Prints one text for each profile and pass. Prints nothing unless all profiles compile and one has the rule. */
export function printPrograms(
  { after, id }: PrintRequest,
  profiles: readonly Profile[],
  files: RuleFiles,
): Exit {
  const names = [ALL, LOWER, ...passes.map(({ name }) => name)];
  if (!names.includes(after)) return usageError(unknownPass(after, names));
  const plain: Program[] = [];
  let failed = false;
  for (const profile of profiles) {
    const { ruleSet, program, diagnostics } = compile(profile, files);
    printDiagnostics(diagnostics);
    if (ruleSet === undefined || program === undefined) failed = true;
    else plain.push(lower(ruleSet, program.manifest));
  }
  if (failed) return 1;
  const leftOut = plain.find((program) => !stagesOf(program).includes(after) && after !== ALL);
  if (leftOut !== undefined) return usageError(skippedPass(after, leftOut));
  if (id !== undefined && !plain.some((program) => hasRule(program, id))) {
    return usageError(unknownRule(id, plain));
  }
  process.stdout.write(plain.flatMap((program) => textsAfter(program, after, id)).join('\n'));
  return 0;
}

function stagesOf(plain: Program): readonly string[] {
  return [LOWER, ...passesFor(plain).map(({ name }) => name)];
}

function hasRule(plain: Program, id: number): boolean {
  return rulesOf(plain).some(({ info }) => info.id === id);
}

/** Returns one text for each selected pass, of the rule `id` when it is given. */
export function textsAfter(
  plain: Program,
  after: string,
  id: number | undefined,
): readonly string[] {
  const { profile } = plain.manifest;
  if (id !== undefined && !hasRule(plain, id)) return [`=== ${profile} has no rule ${id}\n`];
  const texts: string[] = [];
  const add = (name: string, program: Program): void => {
    if (after !== ALL && after !== name) return;
    texts.push(`=== ${profile} after ${name}\n${programText(program, plain, id)}`);
  };
  add(LOWER, plain);
  let program = plain;
  for (const { name, run } of passesFor(plain)) {
    program = run(program);
    add(name, program);
  }
  return texts;
}

function unknownRule(id: number, plain: readonly Program[]): string {
  const names = plain.map(({ manifest }) => manifest.profile).join(' or ');
  const isRemoved = plain.some(({ manifest }) =>
    manifest.overrides?.some(({ ruleId, type }) => ruleId === id && type === 'disabled'),
  );
  const hint = isRemoved ? ` A directive removes it: portcullis explain ${id} shows which.` : '';
  return `There is no rule ${id} in ${names}.${hint}`;
}

function unknownPass(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `There is no pass ${name}; --print-after takes ${names.join(', ')}.${hint}`;
}

function skippedPass(name: string, plain: Program): string {
  const { profile } = plain.manifest;
  return `${name} does not run on ${profile}: at debug log level 9 all rules stay as written. These do: ${stagesOf(plain).join(', ')}.`;
}
