/** The command `import`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { examples } from '../../options.ts';

export function declareImport(program: Command, disk: RuleFiles): void {
  program
    .command('import')
    .description('convert configurations of other firewalls to profiles and policies')
    .command('ingress')
    .description(
      'convert manifests with ModSecurity annotations for ingress-nginx; exit 1 when something cannot be converted',
    )
    .argument(
      '<file>',
      'YAML or JSON, such as kubectl get ingress -A -o yaml writes; - is standard input',
    )
    .option('--out <dir>', 'folder of the project, which has profiles/ and rules/', '.')
    .option('--prefix <name>', 'of the annotations', 'nginx.ingress.kubernetes.io')
    .option('--force', 'overwrite files that have other contents')
    .addHelpText('after', examples('import ingress shop.yaml', 'import ingress - < ingresses.json'))
    .action(async (path, options) => {
      const { runImportIngress } = await import('./ingress/command.ts');
      process.exitCode = runImportIngress(path, options, disk);
    });
}
