/**
 * `make release`: does all steps of a release that can be repeated. It checks, packs, writes the software bill of
 * materials and prints the commands that publish; with `--publish` it runs them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { PACKAGE, VERSION } from '#compiler/version.ts';

const SBOM = `dist/${PACKAGE}-${VERSION}.cdx.json`;
const TAG = `v${VERSION}`;

function output(program: string, ...args: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** Returns the obstacles to a release, one sentence each. */
function obstacles(): readonly string[] {
  const found: string[] = [];
  const changes = readFileSync('CHANGELOG.md', 'utf8');
  if (!changes.includes(`\n## ${VERSION} `)) {
    found.push(
      `CHANGELOG.md has no section "## ${VERSION} - DATE": move what is under Unreleased there.`,
    );
  }
  const { repository }: { readonly repository?: unknown } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  if (repository === undefined) {
    found.push('package.json has no "repository": npm refuses a provenance that names no other.');
  }
  if (process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined) {
    found.push(
      'This is no job of CI with "id-token: write": npm states the provenance only there.',
    );
  }
  if (output('git', 'status', '--porcelain') !== '')
    found.push('The checkout has changes that are not committed.');
  if (output('git', 'tag', '--list', TAG) !== '') found.push(`The tag ${TAG} is there already.`);
  return found;
}

/** Writes the packages of this one as CycloneDX. Returns the obstacles; npm has printed the reason. */
function writeSbom(): readonly string[] {
  const words = ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--loglevel', 'error'];
  try {
    const text = output('npm', ...words);
    writeFileSync(SBOM, text);
    const { components }: { readonly components: readonly unknown[] } = JSON.parse(text);
    console.log(`${SBOM}: ${components.length} packages`);
    return [];
  } catch {
    return [`There is no bill of materials: npm ${words.slice(0, 3).join(' ')} fails (npm ci).`];
  }
}

/** The commands in their order. npm adds the provenance itself, in CI with an identity token. */
const commands: readonly (readonly [program: string, ...args: readonly string[]])[] = [
  ['git', 'tag', '--annotate', TAG, '--message', `Portcullis ${VERSION}`],
  ['git', 'push', 'origin', TAG],
  ['npm', 'publish', `dist/${PACKAGE}-${VERSION}.tgz`, '--access', 'public', '--provenance'],
];

const publishes = process.argv.includes('--publish');
const found = [...writeSbom(), ...obstacles()];
for (const line of found) console.log(`not ready: ${line}`);
if (publishes && found.length > 0) process.exit(1);
for (const [program, ...args] of commands) {
  console.log(`${publishes ? '' : 'would run: '}${[program, ...args].join(' ')}`);
  if (publishes) execFileSync(program, args, { stdio: 'inherit' });
}
