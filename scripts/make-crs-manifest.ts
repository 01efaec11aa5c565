/** `npx tsx scripts/make-crs-manifest.ts DIR`: pins the OWASP CRS release in DIR by names and sums. */
import { writeFileSync } from 'node:fs';
import { formatManifest, makeManifest } from './crs/crs-manifest.ts';
import { type ReleaseFiles, readFolder } from './crs/release-files.ts';

/** Returns the release, which every rule names. */
function releaseOf(files: ReleaseFiles): string {
  const text = files.get('rules/REQUEST-901-INITIALIZATION.conf')?.toString('latin1') ?? '';
  const release = /OWASP_CRS\/([0-9]+\.[0-9]+\.[0-9]+)'/.exec(text)?.[1];
  if (release === undefined)
    throw new Error('rules/REQUEST-901-INITIALIZATION.conf names no release');
  return release;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npx tsx scripts/make-crs-manifest.ts DIR');
  process.exitCode = 2;
} else {
  const files = readFolder(folder);
  const manifest = makeManifest(releaseOf(files), files);
  writeFileSync(new URL('crs-manifest.json', import.meta.url), formatManifest(manifest));
  console.log(`scripts/crs-manifest.json: OWASP CRS ${manifest.release}, ${files.size} files`);
}
