/** Reads and compares the files of the pinned OWASP CRS release with their SHA-256 sums (scripts/crs-manifest.json). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ReleaseFiles } from './release-files.ts';

export type CrsManifest = {
  /** Such as `4.28.0`. */
  readonly release: string;
  /** Sums in lower-case hexadecimal digits, by path inside the release. */
  readonly files: ReadonlyMap<string, string>;
};

/** Reads the manifest. Throws when the file does not have the form that make-crs-manifest.ts writes. */
export function readManifest(path: string): CrsManifest {
  const { release, files }: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  if (typeof release !== 'string' || typeof files !== 'object' || files === null) {
    throw new Error(`${path} is not a manifest`);
  }
  const sums = Object.entries(files).map(([file, sum]) => [file, String(sum)] as const);
  return { release, files: new Map(sums) };
}

export function makeManifest(release: string, files: ReleaseFiles): CrsManifest {
  const sums = [...files].map(([path, content]) => [path, sha256(content)] as const);
  return { release, files: new Map(sums) };
}

/** Formats the manifest as JSON with the paths in byte order. */
export function formatManifest({ release, files }: CrsManifest): string {
  const sorted = Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ release, files: sorted }, undefined, 2)}\n`;
}

/** Returns one line for each file that is missing, unlisted or different. */
export function compareWithManifest(files: ReleaseFiles, manifest: CrsManifest): readonly string[] {
  const release = `OWASP CRS ${manifest.release}`;
  const problems: string[] = [];
  for (const [path, expected] of manifest.files) {
    const content = files.get(path);
    if (content === undefined) {
      problems.push(`${path}: missing; ${release} has it`);
    } else if (sha256(content) !== expected) {
      problems.push(`${path}: SHA-256 ${sha256(content)} is not that of ${release}, ${expected}`);
    }
  }
  for (const path of files.keys()) {
    if (!manifest.files.has(path)) problems.push(`${path}: unlisted; ${release} has no such file`);
  }
  return problems;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
