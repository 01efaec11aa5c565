/** `portcullis load`: converts the JSON of `dump`, possibly edited, back to rule files. */
import { dirname, isAbsolute, join } from 'node:path';
import { countNoun } from '#compiler/count-noun.ts';
import { cannotRead, inputPath, type RuleFiles } from '#compiler/rule-files.ts';
import { makeDirectory } from '#proxy/logs/make-directory.ts';
import { type Exit, unwritable, usageError } from '../../output/report.ts';
import { writeFile } from '../../output/write-file.ts';
import { readDocument } from '../../rule-json/read-document.ts';

export type LoadOptions = { readonly out?: string; readonly check?: boolean };

/** Writes nothing unless every directive can be written. */
export function runLoad(path: string, { out, check }: LoadOptions, files: RuleFiles): Exit {
  const bytes = files.read(inputPath(path));
  if (bytes === undefined) return usageError(cannotRead(inputPath(path), files, path));
  const loaded = readDocument(Buffer.from(bytes, 'latin1').toString('utf8'));
  if (loaded.kind === 'Error') return usageError(loaded.message);
  const outside = loaded.files.find((file) => out !== undefined && isOutside(file.path));
  if (outside !== undefined) return usageError(`${outside.path} is not a path below --out.`);
  const changed = loaded.files
    .map(({ path: name, text }) => ({ target: out === undefined ? name : join(out, name), text }))
    .filter(({ target, text }) => files.read(target) !== text);
  for (const { target, text } of changed) {
    try {
      if (check !== true) write(target, text);
    } catch (error) {
      return unwritable(target, error);
    }
    console.log(target);
  }
  const same = loaded.files.length - changed.length;
  console.log(
    `${countNoun(changed.length, 'file')} ${check === true ? 'would change' : 'written'}, ${same} as they were`,
  );
  return check === true && changed.length > 0 ? 1 : 0;
}

function isOutside(path: string): boolean {
  return isAbsolute(path) || path.split(/[\\/]/).includes('..');
}

function write(path: string, text: string): void {
  makeDirectory(dirname(path));
  writeFile(path, text, 'latin1');
}
