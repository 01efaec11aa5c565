/** Commands of the editor: the command line is run on the program of a document, and its output comes back. */
import { execFile } from 'node:child_process';
import {
  type ExecuteCommandParams,
  LSPErrorCodes,
  Position,
  ResponseError,
} from 'vscode-languageserver/node';
import { profileNames } from '../../../profile.ts';
import { find } from './navigate.ts';
import { programOf, type Session } from './session.ts';
import { testFilesOf } from './test-files.ts';
import { pathOf } from './workspace.ts';

/** Each with what comes behind the URI of the document. */
export const commandNames = {
  /** An id, or a position in the document. */
  explain: 'portcullis.explain',
  /** The same. */
  test: 'portcullis.test',
  /** A URL, as `run --url` takes it. */
  run: 'portcullis.run',
} as const;

/** What the command line prints. Throws for what is no command, and for arguments that it does not take. */
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
      throw refusal(`${command} is no command.`);
  }
}

async function runTests(session: Session, id: number, program: readonly string[]): Promise<string> {
  const files = testFilesOf(session, id);
  if (files.length === 0) throw refusal(`No test of the workspace is about rule ${id}.`);
  const outputs: string[] = [];
  for (const file of files) {
    const words = ['test', file, `--include=^${id}-`, '--reporter=spec', ...program];
    outputs.push(await runWords(session, words));
  }
  return outputs.join('\n');
}

function idOf(session: Session, uri: string, what: unknown): number {
  if (typeof what === 'number' && Number.isInteger(what)) return what;
  const found = Position.is(what)
    ? find(session, { textDocument: { uri }, position: what })
    : undefined;
  if (found?.mention.kind !== 'Rules') throw refusal('There is no rule id at this place.');
  return found.mention.from;
}

/** The profile that reads the file, or the file alone. */
function programWords(session: Session, path: string): readonly string[] {
  const [profile] = programOf(session, path).profiles;
  if (profile === undefined) return [];
  const isNamed = profileNames(session.workspace.files).includes(profile.name);
  if (isNamed) return [`--profile=${profile.name}`];
  return profile.entries.map(({ text }) => `--entry=${text}`);
}

/** Nobody waits longer for an editor. */
const TIMEOUT_MS = 120_000;

/** What fails a test or blocks a request is an answer, too. */
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

function refusal(message: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
