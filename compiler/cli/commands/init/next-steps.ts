/** What to type after `portcullis init`. */
import { basename, delimiter, dirname, join, normalize, relative } from 'node:path';
import { ownCommandLine } from '../../project/own-command-line.ts';
import { PROFILE_NAME } from './project-files.ts';

/** Returns the lines that `init` prints after the names of the files. */
export function nextSteps(folder: string): string {
  const command = commandIn(folder);
  return [
    '',
    'Next:',
    ...(nameOf(folder) === 'this folder' ? [] : [`  cd ${shellWord(folder)}`]),
    `  ${command} check --profile ${PROFILE_NAME}`,
    `  ${command} test tests --profile ${PROFILE_NAME}`,
    `  ${command} run --profile ${PROFILE_NAME} --url '/?file=../../etc/passwd'`,
  ].join('\n');
}

export function nameOf(folder: string): string {
  return normalize(folder).replace(/(?<=.)\/$/, '') === '.' ? 'this folder' : folder;
}

/**
 * Returns the command that starts this program from `folder`. npx finds a package also from folders below the one where
 * it was found; elsewhere it would offer to install what has that name in the registry.
 */
function commandIn(folder: string): string {
  const [, started = ''] = process.argv;
  const [name, from] = [basename(started), dirname(started)];
  const isBelow = !relative('.', folder).startsWith('..');
  if (from.endsWith(join('node_modules', '.bin'))) {
    if (isBelow) return `npx ${name}`;
  } else if ((process.env['PATH'] ?? '').split(delimiter).includes(from)) return name;
  return ownCommandLine().map(shellWord).join(' ');
}

function shellWord(text: string): string {
  return /^[\w./+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
