/** Commands of the editor: runs the command line on the program of a document and returns its output. */
import { execFile } from 'node:child_process';
import { type ExecuteCommandParams, Position } from 'vscode-languageserver/node';
import { profileNames } from '#compiler/profile.ts';
import { commandNames } from './command-names.ts';
import { refusal } from './lifecycle.ts';
import { offsetAt } from './line-index.ts';
import { definesRule } from './mentions/mention.ts';
import { mentionsOf } from './mentions/mentions-of.ts';
import { mentionAt, openFile, programOf, type Session } from './session.ts';
import { testFilesOf } from './test-files.ts';
import { pathOf } from './workspace.ts';

/** Returns the output of the command line. Throws for an unknown command or invalid arguments. */
export async function executeCommand(
  session: Session,
  { command, arguments: given = [] }: ExecuteCommandParams,
): Promise<string> {
  const [uri, what]: readonly unknown[] = given;
  if (typeof uri !== 'string') throw refusal('The first argument is the URI of a document.');
  const path = pathOf(session.workspace, uri);
  const program = programWords(session, path);
  switch (command) {
    case commandNames.explain:
      return runWords(session, ['explain', String(idOf(session, uri, what)), ...program]);
    case commandNames.test:
      return runTests(session, idOf(session, uri, what), program);
    case commandNames.run:
      if (typeof what !== 'string') throw refusal('The second argument is a URL.');
      return runWords(session, ['run', `--url=${what}`, ...program]);
    default:
      throw refusal(`Unknown command ${command}.`);
  }
}

async function runTests(session: Session, id: number, program: readonly string[]): Promise<string> {
  const files = testFilesOf(session, id);
  if (files.length === 0) throw refusal(`The workspace has no test of rule ${id}.`);
  const outputs: string[] = [];
  for (const file of files) {
    const words = ['test', file, `--include=^${id}-`, '--reporter=spec', ...program];
    outputs.push(await runWords(session, words));
  }
  return outputs.join('\n');
}

/** Returns an id that is given, the id at a position, or that of the rule around the position. */
function idOf(session: Session, uri: string, what: unknown): number {
  if (typeof what === 'number' && Number.isInteger(what)) return what;
  const file = openFile(session, pathOf(session.workspace, uri));
  if (file === undefined || !Position.is(what)) throw refusal('The second argument is an id.');
  const offset = offsetAt(file.index, what);
  const mention = mentionAt(file, offset);
  if (mention?.kind === 'Rules') return mention.from;
  const id = file.directives
    .filter(({ span }) => span.start <= offset)
    .flatMap(mentionsOf)
    .findLast(definesRule);
  if (id === undefined) throw refusal('There is no rule at this position.');
  return id.from;
}

/** Returns the options for the profile that reads the file, or for the file alone. */
function programWords(session: Session, path: string): readonly string[] {
  const [profile] = programOf(session, path).profiles;
  if (profile === undefined) return [];
  const isNamed = profileNames(session.workspace.files).includes(profile.name);
  if (isNamed) return [`--profile=${profile.name}`];
  return profile.entries.map(({ text }) => `--entry=${text}`);
}

/** The longest that an editor waits. */
const TIMEOUT_MS = 120_000;

/** A failed test or a blocked request is also a result. */
function runWords({ commandLine, workspace }: Session, words: readonly string[]): Promise<string> {
  const [file = '', ...own] = commandLine;
  const options = {
    cwd: workspace.root,
    timeout: TIMEOUT_MS,
    maxBuffer: 16 << 20,
    env: { ...process.env, NO_COLOR: '1' },
  };
  return new Promise((resolve, reject) => {
    execFile(file, [...own, ...words], options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (error === null || output !== '') resolve(output);
      else reject(refusal(`${file} cannot be run: ${error.message}`));
    });
  });
}
