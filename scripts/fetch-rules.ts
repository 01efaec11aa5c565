/**
 * `make rules`: installs the pinned OWASP CRS release to rules/crs, which rules/lock.json then names. CRS_DIR names
 * a local copy; without it the release is downloaded, from CRS_URL if that is set.
 */
import { fileURLToPath } from 'node:url';
import { RULES_LOCK } from '#compiler/rules-lock.ts';
import { fetchRelease } from './crs/fetch-release.ts';

const OFFICIAL = 'https://github.com/coreruleset/coreruleset/archive/refs/tags';
const { CRS_DIR, CRS_URL } = process.env;

const problems = await fetchRelease({
  folder: CRS_DIR === '' ? undefined : CRS_DIR,
  base: CRS_URL === undefined || CRS_URL === '' ? OFFICIAL : CRS_URL,
  manifest: fileURLToPath(new URL('crs-manifest.json', import.meta.url)),
  target: fileURLToPath(new URL('../rules/crs', import.meta.url)),
  lock: {
    path: fileURLToPath(new URL(`../${RULES_LOCK}`, import.meta.url)),
    names: 'rules/crs',
  },
});

for (const problem of problems) console.error(`error: ${problem}`);
if (problems.length > 0) {
  console.error('rules/crs is as it was. CRS_DIR=FOLDER takes a local copy of the release.');
  process.exitCode = 1;
} else {
  console.log('rules/crs: every file is that of the release.');
  console.log('rules/lock.json: profiles mean rules/crs by {rules} from now on. Next: make build');
}
