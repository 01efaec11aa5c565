/** `portcullis init`: creates a project of rules that compiles, and passes check and test. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../../../../runtime/proxy/logs/make-directory.ts';
import { type Exit, unwritable, usageError } from '../../output/report.ts';
import { PROFILE_NAME, projectFiles } from './project-files.ts';

/** Writes nothing when one of the files already exists. */
export function runInit(folder: string): Exit {
  const paths = [...projectFiles.keys()];
  const taken = paths.filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) return usageError(`${taken.join(', ')}: already in ${folder}.`);
  try {
    for (const [path, text] of projectFiles) {
      makeDirectory(dirname(join(folder, path)));
      writeFileSync(join(folder, path), text, { flag: 'wx' });
    }
  } catch (error) {
    return unwritable(`to ${folder}`, error);
  }
  for (const path of paths) console.log(join(folder, path));
  console.log(nextSteps(folder));
  return 0;
}

function nextSteps(folder: string): string {
  return [
    '',
    'Next:',
    ...(folder === '.' ? [] : [`  cd ${shellWord(folder)}`]),
    `  portcullis check --profile ${PROFILE_NAME}`,
    `  portcullis test tests --profile ${PROFILE_NAME}`,
    `  portcullis run --profile ${PROFILE_NAME} --url '/?file=../../etc/passwd'`,
  ].join('\n');
}

function shellWord(text: string): string {
  return /^[\w./+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
