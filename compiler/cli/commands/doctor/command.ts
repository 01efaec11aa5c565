/** `portcullis doctor`: checks everything that compiling and running need. */
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { Format } from '../../options.ts';
import { type Exit, isColoured } from '../../output/report.ts';
import { examine, thisInstallation } from './examine.ts';
import { conditionsJson, formatConditions } from './format-conditions.ts';

/** Returns exit code 1 when a check fails; notes are not failures. */
export async function runDoctor(
  { format }: { readonly format: Format },
  files: RuleFiles,
): Promise<Exit> {
  const conditions = await examine(thisInstallation(files, process.env));
  process.stdout.write(
    format === 'json'
      ? conditionsJson(conditions)
      : formatConditions(conditions, isColoured(process.stdout)),
  );
  return conditions.some(({ state }) => state === 'failed') ? 1 : 0;
}
