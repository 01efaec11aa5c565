/** `portcullis init`: creates a project of rules that compiles, and passes check and test. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { makeDirectory } from '#proxy/logs/make-directory.ts';
import { joinWords } from '../../output/join-words.ts';
import { type Exit, unwritable, usageError } from '../../output/report.ts';
import { nameOf, nextSteps } from './next-steps.ts';
import { projectFiles, RULES } from './project-files.ts';

/** Writes all files or, when one of them exists or cannot be written, none. */
export function runInit(folder: string, files: RuleFiles): Exit {
  const paths = [...projectFiles.keys()];
  const taken = paths.filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) {
    return usageError(
      `${joinWords(taken, 'and')} ${taken.length === 1 ? 'is' : 'are'} already in ${nameOf(folder)}. Nothing has been written; name another folder.`,
    );
  }
  const others = files.glob(join(folder, RULES));
  const written: string[] = [];
  try {
    for (const [path, text] of projectFiles) {
      makeDirectory(dirname(join(folder, path)));
      writeFileSync(join(folder, path), text, { flag: 'wx' });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(join(folder, path));
    return unwritable(join(folder, paths[written.length] ?? ''), error);
  }
  for (const path of paths) console.log(join(folder, path));
  if (others.length > 0) {
    const were = others.length === 1 ? 'was' : 'were';
    console.log(
      `\nThe profile also reads ${joinWords(others, 'and')}, which ${were} there before.`,
    );
  }
  console.log(nextSteps(folder));
  return 0;
}
