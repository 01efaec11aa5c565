/** Builds the files of the package. npm runs this before it packs, and when it installs from a repository, as pre-commit does. */
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

const { npm_command: command, npm_execpath: npm } = process.env;
/** The last file that each command needs: when it exists, nothing is built. All other commands always build. */
const built = new Map([
  // An installation from a repository runs this script twice.
  ['install', 'dist/THIRD-PARTY-LICENSES.md'],
  // The first `npx portcullis` in a checkout.
  ['exec', 'dist/portcullis.mjs'],
]);

/** Runs a program with Node. Its output goes to standard error, so that the standard output of npm stays free of it. */
function run(...args) {
  const env = { ...process.env, npm_config_global: 'false' };
  execFileSync(process.execPath, args, { env, stdio: ['ignore', process.stderr, process.stderr] });
}

// The Makefile installs with `npm ci` and builds with its own rules.
if (command !== 'ci' && !existsSync(built.get(command) ?? '')) {
  // For a global installation, npm runs this without the development packages.
  if (!existsSync('node_modules/tsx')) run(npm, 'ci', '--no-audit', '--no-fund');
  run('--import', 'tsx', 'scripts/build.ts', '--cli');
  run('--import', 'tsx', 'scripts/pack.ts', '--build-only');
}
