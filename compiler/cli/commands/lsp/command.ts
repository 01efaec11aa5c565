/** `portcullis lsp`: the language server on standard input and output. */
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Profile } from '#compiler/compile.ts';
import { profileNames, profileOfEntries, readProfile } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { NO_LEVELS, readLevels } from '../../findings/levels.ts';
import { type Exit, usageError } from '../../output/report.ts';
import { connectionOptions } from './cancellation.ts';
import { serve } from './server.ts';
import { createSession } from './session.ts';
import { createWorkspace } from './workspace.ts';

export type LspOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly preset?: string;
};

/**
 * Runs until the client exits or disconnects. The exit code is 0 after a shutdown request, otherwise 1 (LSP 3.17,
 * exit).
 */
export function runLsp(options: LspOptions, files: RuleFiles): Exit {
  const levels = readLevels({ ...NO_LEVELS, ...options });
  if (levels.kind === 'Error') return usageError(levels.message);
  const workspace = createWorkspace(files, process.cwd());
  const programs = (current: RuleFiles): readonly Profile[] => profilesIn(current, options);
  const session = createSession(workspace, programs, levels.levels);
  process.stdout.on('error', () => process.exit(1));
  process.stdin.on('end', endWhenIdle);
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  serve(createConnection(reader, writer, connectionOptions), session);
  return 0;
}

/** The last requests are still answered: the process ends when no work is left. */
function endWhenIdle(): void {
  process.exitCode = 1;
  setTimeout(() => process.exit(), END_MS).unref();
}

const END_MS = 2000;

/** Returns the profiles that the options name, otherwise all of profiles/. Unreadable ones are left out. */
function profilesIn(files: RuleFiles, { profile, entry }: LspOptions): readonly Profile[] {
  if (entry.length > 0) return [profileOfEntries(profile ?? 'custom', entry)];
  return (profile === undefined ? profileNames(files) : [profile]).flatMap((name) => {
    const read = readProfile(name, files, process.env);
    return read.kind === 'Ok' ? [read.profile] : [];
  });
}
