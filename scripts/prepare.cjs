/** npm runs this when it packs the package, or installs it from a repository as pre-commit does: builds what it packs. */
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

const { npm_command: command, npm_execpath: npm } = process.env;
/** By command, the last file that it needs; what packs builds anew. */
const built = new Map([
  // An installation from a repository comes here twice.
  ['install', 'dist/THIRD-PARTY-LICENSES.md'],
  // The first `npx portcullis` in a checkout.
  ['exec', 'dist/portcullis.mjs'],
]);

/** Runs a program of Node; what it prints is not part of what npm prints. */
function run(...args) {
  const env = { ...process.env, npm_config_global: 'false' };
  execFileSync(process.execPath, args, { env, stdio: ['ignore', process.stderr, process.stderr] });
}

// The Makefile installs by `npm ci`, and builds by its own rules.
if (command !== 'ci' && !existsSync(built.get(command) ?? '')) {
  // A package that is to be global is prepared without its development packages.
  if (!existsSync('node_modules/tsx')) run(npm, 'ci', '--no-audit', '--no-fund');
  run('--import', 'tsx', 'scripts/build.ts', '--cli');
  run('--import', 'tsx', 'scripts/pack.ts', '--build-only');
}
