/**
 * `make release`: everything of a release that can be done twice. It checks, packs, writes the software bill of
 * materials and prints the commands that publish; with `--publish` it runs them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { PACKAGE, VERSION } from '../compiler/version.ts';

const SBOM = `dist/${PACKAGE}-${VERSION}.cdx.json`;
const TAG = `v${VERSION}`;

function output(program: string, ...args: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** What stands in the way, one sentence each. */
function obstacles(): readonly string[] {
  const found: string[] = [];
  const changes = readFileSync('CHANGELOG.md', 'utf8');
  if (!changes.includes(`\n## ${VERSION} `)) {
    found.push(
      `CHANGELOG.md has no section "## ${VERSION} - DATE": move what is under Unreleased there.`,
    );
  }
  if (output('git', 'status', '--porcelain') !== '')
    found.push('The checkout has changes that are not committed.');
  if (output('git', 'tag', '--list', TAG) !== '') found.push(`The tag ${TAG} is there already.`);
  return found;
}

/** What the package brings with it, in CycloneDX. */
function writeSbom(): void {
  const text = output('npm', 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx');
  writeFileSync(SBOM, text);
  const { components }: { readonly components: readonly unknown[] } = JSON.parse(text);
  console.log(`${SBOM}: ${components.length} packages`);
}

/** In their order; npm states the provenance itself, in CI with an identity token. */
const commands: readonly (readonly [program: string, ...args: readonly string[]])[] = [
  ['git', 'tag', '--annotate', TAG, '--message', `Portcullis ${VERSION}`],
  ['git', 'push', 'origin', TAG],
  ['npm', 'publish', `dist/${PACKAGE}-${VERSION}.tgz`, '--access', 'public', '--provenance'],
];

const publishes = process.argv.includes('--publish');
writeSbom();
const found = obstacles();
for (const line of found) console.log(`not ready: ${line}`);
if (publishes && found.length > 0) process.exit(1);
for (const [program, ...args] of commands) {
  console.log(`${publishes ? '' : 'would run: '}${[program, ...args].join(' ')}`);
  if (publishes) execFileSync(program, args, { stdio: 'inherit' });
}
