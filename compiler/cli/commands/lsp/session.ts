/** The session of one client: its files and the programs they belong to. */
import type { Location } from 'vscode-languageserver/node';
import type { Directive } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import type { Profile } from '#compiler/compile.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { type RuleSources, readRules } from '#compiler/read-rules.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { Levels } from '../../findings/levels.ts';
import { type CommandLine, ownCommandLine } from '../../project/own-command-line.ts';
import type { CompiledProfile } from '../explain/explain-rule.ts';
import { indexLines, type LineIndex, rangeOf } from './line-index.ts';
import type { Mention } from './mentions/mention.ts';
import { mentionsOf } from './mentions/mentions-of.ts';

import { pathOf, uriOfPath, type Workspace } from './workspace.ts';

export type Session = {
  readonly workspace: Workspace;
  /** Reads the profiles of the workspace again, because their files can be edited, too. */
  readonly profilesIn: (files: RuleFiles) => readonly Profile[];
  /** The level of each finding. */
  readonly levels: Levels;
  /** The command that starts the command line, for commands of the editor. */
  commandLine: CommandLine;
  /** True when the client shows the result of commands; other clients get a message. */
  showsOutput: boolean;
  /** Cached programs of the current generation, by the names of their profiles. */
  readonly known: { generation: number; readonly programs: Map<string, ProgramView> };
};

/** The program of a file: all profiles that read it, or the file alone when none does. */
export type ProgramView = {
  readonly profiles: readonly Profile[];
  /** All names in the rule files, in load order, each position once. */
  readonly mentions: readonly Mention[];
  /** Compiled when a request about a rule needs it. */
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

/** Returns a profile with only this file. */
export function profileOfFile(path: string): Profile {
  return { ...profileOfEntries(path, [path]), mayBePart: true };
}

/** Returns the program of a file, cached until a file changes, because hovering needs it repeatedly. */
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

/** Returns all rule files of the profiles, and open ones that no profile reads. */
export function workspacePaths({ profilesIn, workspace }: Session): readonly string[] {
  const { files, open } = workspace;
  const read = profilesIn(files).flatMap(
    ({ entries }) => readRules(entries, files, new Diagnostics()).sources,
  );
  const opened = Array.from(open.values(), ({ uri }) => pathOf(workspace, uri));
  return [...new Set([...read.map(({ path }) => path), ...opened])];
}

/** Returns the mentions. A file that several profiles share is read once. */
function mentionsIn(programs: readonly RuleSources[]): readonly Mention[] {
  const seen = new Set<string>();
  return programs.flatMap(({ directives, sources }) => {
    const fresh = new Set(sources.map(({ path }) => path).filter((path) => !seen.has(path)));
    for (const path of fresh) seen.add(path);
    return directives.filter(({ span }) => fresh.has(span.source.path)).flatMap(mentionsOf);
  });
}

/** A file in its current state, with its lines and directives. */
export type OpenFile = {
  readonly index: LineIndex;
  readonly directives: readonly Directive[];
};

/** Returns undefined when the file is neither open nor on disk. */
export function openFile({ workspace }: Session, path: string): OpenFile | undefined {
  const text = workspace.files.read(path);
  if (text === undefined) return undefined;
  const directives = parse({ path, text }, new Diagnostics());
  return { index: indexLines(text), directives };
}

/** Returns the mention at this byte; of nested ones the shortest. */
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

/** Returns the location of a mention for the client. */
export function locationOf(session: Session, { span }: Pick<Mention, 'span'>): Location {
  const { source, start, end } = span;
  return {
    uri: uriOfPath(session.workspace, source.path),
    range: rangeOf(indexLines(source.text), start, end),
  };
}
