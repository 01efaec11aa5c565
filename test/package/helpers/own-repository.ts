/** This project as it stands in its folder, for tests that build it elsewhere. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../../helpers/command-line.ts';

export function git(folder: string, ...words: readonly string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...author, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

/** Its revision. */
export function commitAll(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-verify', '--message', 'Test');
  return git(folder, 'rev-parse', 'HEAD');
}

/** A folder with every file that is or would be committed: nothing that make has made. */
export function copyOfProject(): string {
  const folder = folderWith({});
  const listed = git('.', 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, join(folder, file), { recursive: true });
  return folder;
}
