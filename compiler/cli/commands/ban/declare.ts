/** The commands `ban`, `unban` and `bans`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import { examples, FORMAT } from '../../options.ts';

const URL = ['--url <url>', 'the store; default: SHARED_STATE_URL'] as const;

export function declareBan(program: Command): void {
  program
    .command('ban')
    .description('refuse an address or block at all replicas that share SHARED_STATE_URL')
    .argument('<address>', 'address (of IPv6: its /64 block) or CIDR block')
    .option('--for <span>', 'such as 90s, 15m, 1h or 7d; default: until it is unbanned')
    .option(...URL)
    .addHelpText('after', examples('ban 192.0.2.1 --for 1h', 'ban 2001:db8::/32'))
    .action(async (address, options) => {
      const { runBan } = await import('./command.ts');
      process.exitCode = await runBan(address, options);
    });
}

export function declareUnban(program: Command): void {
  program
    .command('unban')
    .description('end a ban')
    .argument('<address>', 'as it was banned')
    .option(...URL)
    .action(async (address, options) => {
      const { runUnban } = await import('./command.ts');
      process.exitCode = await runUnban(address, options);
    });
}

export function declareBans(program: Command): void {
  program
    .command('bans')
    .description('list the bans in SHARED_STATE_URL with their remaining time and their author')
    .option(...FORMAT)
    .option(...URL)
    .action(async (options) => {
      const { runBans } = await import('./command.ts');
      process.exitCode = await runBans(options);
    });
}
