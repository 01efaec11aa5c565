/** One client's session: its files, and what is known of the programs they make. */

import type { Location } from 'vscode-languageserver/node';
import type { Directive } from '../../../1-parse/ast.ts';
import { parse } from '../../../1-parse/parse.ts';
import type { Profile } from '../../../compile.ts';
import { Diagnostics } from '../../../diagnostics.ts';
import { profileOfEntries } from '../../../profile.ts';
import { type RuleSources, readRules } from '../../../read-rules.ts';
import type { RuleFiles } from '../../../rule-files.ts';
import type { Levels } from '../../findings/levels.ts';
import type { CompiledProfile } from '../explain/explain-rule.ts';
import { indexLines, type LineIndex, rangeOf } from './line-index.ts';
import type { Mention } from './mentions/mention.ts';
import { mentionsOf } from './mentions/mentions-of.ts';
import { type CommandLine, ownCommandLine } from './own-command-line.ts';

import { pathOf, uriOfPath, type Workspace } from './workspace.ts';

export type Session = {
  readonly workspace: Workspace;
  /** The profiles of the workspace, read anew: their files can be edited like all others. */
  readonly profilesIn: (files: RuleFiles) => readonly Profile[];
  /** What findings count as. */
  readonly levels: Levels;
  /** What starts the command line, for commands of the editor. */
  commandLine: CommandLine;
  /** The client shows what commands return; others are sent a message. */
  showsOutput: boolean;
  /** Of the current generation, by the names of the profiles. */
  readonly known: { generation: number; readonly programs: Map<string, ProgramView> };
};

/** The program a file belongs to: all profiles that read it, or the file alone when none does. */
export type ProgramView = {
  readonly profiles: readonly Profile[];
  /** Every name in the rule files, in load order, each place once. */
  readonly mentions: readonly Mention[];
  /** Compiled when somebody asks about a rule. */
  compiled: readonly CompiledProfile[] | undefined;
};

export function createSession(
  workspace: Workspace,
  profilesIn: Session['profilesIn'],
  levels: Levels,
): Session {
  const commandLine = ownCommandLine();
  return {
    workspace,
    profilesIn,
    levels,
    commandLine,
    showsOutput: false,
    known: { generation: -1, programs: new Map() },
  };
}

/** One file as a program of its own. */
export function profileOfFile(path: string): Profile {
  return { ...profileOfEntries(path, [path]), mayBePart: true };
}

/** Kept until a file changes: hovering asks for it again and again. */
export function programOf(session: Session, path: string): ProgramView {
  const { known, workspace } = session;
  if (known.generation !== workspace.generation) {
    known.generation = workspace.generation;
    known.programs.clear();
  }
  const program = known.programs.get(path) ?? readProgram(session, path);
  known.programs.set(path, program);
  return program;
}

function readProgram({ profilesIn, workspace }: Session, path: string): ProgramView {
  const read = (profile: Profile) => ({
    profile,
    ...readRules(profile.entries, workspace.files, new Diagnostics()),
  });
  const readers = profilesIn(workspace.files)
    .map(read)
    .filter(({ sources }) => sources.some((source) => source.path === path));
  const programs = readers.length > 0 ? readers : [read(profileOfFile(path))];
  const profiles = programs.map(({ profile }) => profile);
  return { profiles, mentions: mentionsIn(programs), compiled: undefined };
}

/** Every rule file of the profiles, and every open one that none of them reads. */
export function workspacePaths({ profilesIn, workspace }: Session): readonly string[] {
  const { files, open } = workspace;
  const read = profilesIn(files).flatMap(
    ({ entries }) => readRules(entries, files, new Diagnostics()).sources,
  );
  const opened = Array.from(open.values(), ({ uri }) => pathOf(workspace, uri));
  return [...new Set([...read.map(({ path }) => path), ...opened])];
}

/** Profiles share files: each is looked at where it is read first. */
function mentionsIn(programs: readonly RuleSources[]): readonly Mention[] {
  const seen = new Set<string>();
  return programs.flatMap(({ directives, sources }) => {
    const fresh = new Set(sources.map(({ path }) => path).filter((path) => !seen.has(path)));
    for (const path of fresh) seen.add(path);
    return directives.filter(({ span }) => fresh.has(span.source.path)).flatMap(mentionsOf);
  });
}

/** A file as it is now, its lines and its directives. */
export type OpenFile = {
  readonly path: string;
  readonly index: LineIndex;
  readonly directives: readonly Directive[];
};

/** undefined: it is not open and the disk does not have it. */
export function openFile({ workspace }: Session, path: string): OpenFile | undefined {
  const text = workspace.files.read(path);
  if (text === undefined) return undefined;
  const directives = parse({ path, text }, new Diagnostics());
  return { path, index: indexLines(text), directives };
}

/** What is named at this byte; of names within each other the shortest. */
export function mentionAt({ directives }: OpenFile, offset: number): Mention | undefined {
  const touches = ({ start, end }: { start: number; end: number }): boolean =>
    offset >= start && offset <= end;
  const directive = directives.find(({ span }) => touches(span));
  if (directive === undefined) return undefined;
  const length = ({ span }: Mention): number => span.end - span.start;
  return mentionsOf(directive)
    .filter(({ span }) => touches(span))
    .toSorted((left, right) => length(left) - length(right))[0];
}

/** Where a mention stands, for the client. */
export function locationOf(session: Session, { span }: Pick<Mention, 'span'>): Location {
  const { source, start, end } = span;
  return {
    uri: uriOfPath(session.workspace, source.path),
    range: rangeOf(indexLines(source.text), start, end),
  };
}
