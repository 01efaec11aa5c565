/**
 * `portcullis import ingress FILE`: converts annotations of ingress-nginx, which is retired, to profiles and policies.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countNoun } from '#compiler/count-noun.ts';
import { cannotRead, inputPath, type RuleFiles } from '#compiler/rule-files.ts';
import { makeDirectory } from '#proxy/logs/make-directory.ts';
import { type Exit, printDiagnostics, unwritable, usageError } from '../../../output/report.ts';
import { writeFile } from '../../../output/write-file.ts';
import { type Imported, importIngress } from './import-ingress.ts';

export type ImportOptions = {
  readonly out: string;
  readonly prefix: string;
  readonly force?: boolean;
};

/**
 * Returns 0 when everything is imported, 1 when something is not, which is then reported. Without --force no file is
 * overwritten.
 */
export function runImportIngress(path: string, options: ImportOptions, files: RuleFiles): Exit {
  const text = files.read(inputPath(path));
  if (text === undefined) return usageError(cannotRead(inputPath(path), files, path));
  const imported = importIngress({ path, text }, options.prefix, files);
  printDiagnostics(imported.diagnostics);
  if (imported.policies.length === 0) {
    console.log(`${path} has no Ingress that can be converted to a policy.`);
    return 1;
  }
  const there = [...imported.files.keys()].filter((name) =>
    isOther(name, imported, options, files),
  );
  if (there.length > 0 && options.force !== true)
    return usageError(
      `${there.join(', ')} would be overwritten: add --force, or use another --out.`,
    );
  for (const [name, content] of imported.files) {
    const target = join(options.out, name);
    try {
      makeDirectory(dirname(target));
      writeFile(target, content, 'latin1');
    } catch (error) {
      return unwritable(target, error);
    }
  }
  show(imported, options);
  return imported.diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** Returns whether a file with that name and other content exists. */
function isOther(
  name: string,
  imported: Imported,
  { out }: ImportOptions,
  files: RuleFiles,
): boolean {
  const target = join(out, name);
  return existsSync(target) && files.read(target) !== imported.files.get(name);
}

function show({ policies, files, diagnostics }: Imported, { out }: ImportOptions): void {
  for (const { name, match, profile, mode } of policies)
    console.log(
      `${name}: ${match.join(' ')}, ${mode === 'off' ? 'not inspected' : `profile ${profile}`}`,
    );
  const count = (wanted: string): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  console.log(
    `${countNoun(files.size, 'file')} written to ${out}; ${countNoun(count('error'), 'item')} not converted, ${count('warning')} converted with a difference`,
  );
}
