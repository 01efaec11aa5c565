/** The command that starts the command line. */

/** Words of that command; by default those that started this process. */
export type CommandLine = readonly string[];

export const ownCommandLine = (): CommandLine => [
  process.execPath,
  ...process.execArgv,
  ...process.argv.slice(1, 2),
];
