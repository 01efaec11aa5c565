/** Lists the versions of the site: one folder each, newest first. */
import { existsSync, readdirSync } from 'node:fs';

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Returns the versions in the folder and the one that is being built. */
export function versionsIn(folder: string, own: string): readonly string[] {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => VERSION.test(name)) : [];
  return [...new Set([own, ...found])].toSorted((left, right) =>
    right.localeCompare(left, 'en', { numeric: true }),
  );
}

/** Returns the page above the folders: it redirects to the newest version and lists all. */
export function versionsPage(versions: readonly string[]): string {
  const [newest = ''] = versions;
  const items = versions.map((version) => `  <li><a href="${version}/">${version}</a></li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=${newest}/">
<title>Portcullis: documents by version</title>
<h1>Documents by version</h1>
<ul>
${items.join('\n')}
</ul>
</html>
`;
}
