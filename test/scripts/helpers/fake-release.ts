/** A tiny release, its manifest, and a folder to install it to. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { formatManifest, makeManifest } from '#scripts/crs/crs-manifest.ts';
import type { FetchOptions } from '#scripts/crs/fetch-release.ts';

export const RELEASE: ReadonlyMap<string, string> = new Map([
  ['crs-setup.conf.example', '# setup\n'],
  ['rules/REQUEST-901-X.conf', 'SecAction "id:901,phase:1,pass,nolog"\n'],
  ['rules/words.data', 'one\ntwo\n'],
  ['rules/AFTER.conf.example', '# example\n'],
]);

/** What a good fetch leaves behind. */
export const INSTALLED = ['REQUEST-901-X.conf', 'crs-setup.conf.example', 'words.data'];

export type Scratch = FetchOptions & {
  readonly directory: string;
  /** Names in the target; `undefined` when there is none. */
  readonly installed: () => readonly string[] | undefined;
  readonly read: (name: string) => string;
};

export function scratch(t: TestContext, base = ''): Scratch {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-crs-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const manifest = join(directory, 'manifest.json');
  const files = new Map([...RELEASE].map(([path, text]) => [path, Buffer.from(text)]));
  writeFileSync(manifest, formatManifest(makeManifest('9.9.9', files)));
  const target = join(directory, 'rules/crs');
  const lock = { path: join(directory, 'rules/lock.json'), names: 'rules/crs' };
  return {
    directory,
    folder: undefined,
    base,
    manifest,
    target,
    lock,
    installed: () => {
      const left = readdirSync(join(directory, 'rules')).filter(
        (name) => name !== 'crs' && name !== 'lock.json',
      );
      if (left.length > 0) throw new Error(`left behind: ${left.join(' ')}`);
      try {
        return readdirSync(target).toSorted();
      } catch {
        return undefined;
      }
    },
    read: (name) => readFileSync(join(target, name), 'utf8'),
  };
}

/** The release as a folder; `changes` replaces files, `undefined` removes them. */
export function writeRelease(
  folder: string,
  changes: ReadonlyMap<string, string | undefined> = new Map(),
): string {
  mkdirSync(join(folder, 'rules'), { recursive: true });
  for (const [path, text] of new Map([...RELEASE, ...changes])) {
    if (text !== undefined) writeFileSync(join(folder, path), text);
  }
  return folder;
}
