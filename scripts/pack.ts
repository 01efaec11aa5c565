/**
 * `make pack`: builds the package as npm would publish it, dist/portcullis-waf-VERSION.tgz. The command line must
 * have been built. `--build-only` builds the files of the package without a tarball.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { bundleProxy } from './bundle-proxy.ts';
import { buildLibrary, compileBuiltIn, writeModules, writeRules } from './package/library.ts';
import { bundledPackages, writeLicences } from './package/licences.ts';
import { packWithoutScripts } from './package/pack-without-scripts.ts';

const PROXY = 'dist/lib/proxy-server.cjs';
const MOST_BYTES = 6_000_000;

/** Returns the packages that npm installs with this one. */
function dependencies(): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return [];
  return Object.keys(manifest.dependencies ?? {});
}

async function buildAll(): Promise<void> {
  const profiles = await compileBuiltIn();
  const emitted = mkdtempSync(join(tmpdir(), 'portcullis-pack-'));
  try {
    writeModules(emitted, profiles);
    const library = await buildLibrary(dependencies());
    await writeRules(profiles);
    const proxy = await bundleProxy({ generated: emitted, outfile: PROXY });
    // npm puts this file on the PATH as a program.
    writeFileSync(PROXY, `#!/usr/bin/env node\n${readFileSync(PROXY, 'utf8')}`);
    chmodSync(PROXY, 0o755);
    const commandLine = JSON.parse(readFileSync('dist/portcullis.meta.json', 'utf8'));
    const reportPage = JSON.parse(readFileSync('dist/report-page.meta.json', 'utf8'));
    writeLicences(bundledPackages([library, proxy, commandLine, reportPage]));
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

function packTarball(): void {
  packWithoutScripts('.', 'dist');
  const tarball = `dist/${PACKAGE}-${VERSION}.tgz`;
  const { size } = statSync(tarball);
  console.log(`${tarball}: ${size} bytes`);
  if (size > MOST_BYTES) {
    console.error(`The package must have at most ${MOST_BYTES} bytes.`);
    process.exitCode = 1;
  }
}

await buildAll();
if (!process.argv.includes('--build-only')) packTarball();
