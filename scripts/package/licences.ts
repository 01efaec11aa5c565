/** Writes the licences of bundled packages to dist/THIRD-PARTY-LICENSES.md, as their terms require. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const LICENCES = 'dist/THIRD-PARTY-LICENSES.md';

/** Returns the names of the packages in bundles, sorted. */
export function bundledPackages(metafiles: readonly Metafile[]): readonly string[] {
  const names = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

/** Throws when a package has no licence, because it must not be bundled then. */
export function writeLicences(names: readonly string[], path = LICENCES): void {
  const sections = names.map((name) => {
    const folder = join('node_modules', name);
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { version, license } = fieldsOf(manifest);
    if (typeof license !== 'string') throw new Error(`${folder} names no licence`);
    const text =
      licenceText(folder) ??
      `The package has no file of it: ${license} (https://spdx.org/licenses/${license}).`;
    return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\`\n`;
  });
  const title = '# Licences of the packages in the bundles\n\n';
  writeFileSync(path, `${title}${sections.join('\n')}`);
}

function fieldsOf(manifest: unknown): { readonly version: unknown; readonly license: unknown } {
  if (typeof manifest !== 'object' || manifest === null) throw new Error('no manifest');
  return {
    version: 'version' in manifest ? manifest.version : '',
    license: 'license' in manifest ? manifest.license : '',
  };
}

function licenceText(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((each) => /^licen[cs]e/i.test(each));
  return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8').trim();
}
