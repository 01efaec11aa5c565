/** What starts the command line. */

/** Words that start the command line; by default those that started this process. */
export type CommandLine = readonly string[];

export const ownCommandLine = (): CommandLine => [
  process.execPath,
  ...process.execArgv,
  ...process.argv.slice(1, 2),
];
