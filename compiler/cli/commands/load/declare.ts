/** The command `load`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { examples } from '../../options.ts';

export function declareLoad(program: Command, disk: RuleFiles): void {
  program
    .command('load')
    .description(
      'write the JSON of dump back to rule files; unchanged text stays the same, byte for byte',
    )
    .argument('<file>', 'output of dump; - is standard input')
    .option('--out <dir>', 'write to this folder; default: the original files')
    .option('--check', 'write nothing; name the files that would change and exit 1')
    .addHelpText('after', examples('load rules.json', 'load rules.json --out edited --check'))
    .action(async (path, options) => {
      const { runLoad } = await import('./command.ts');
      process.exitCode = runLoad(path, options, disk);
    });
}
