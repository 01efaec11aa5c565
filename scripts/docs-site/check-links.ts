/** Finds links of built pages to files or headings that do not exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

export type DeadLink = { readonly page: string; readonly target: string };

/**
 * `base`: the path under which the folder is served, with a slash at both ends. Links to other sites are not
 * checked.
 */
export function deadLinks(folder: string, base: string): readonly DeadLink[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html'));
  if (pages.length === 0) throw new Error(`There are no pages in ${folder}`);
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  return pages.flatMap((page) =>
    linksOf(texts.get(page) ?? '')
      .filter((target) => !isThere(target, page, folder, base, texts))
      .map((target) => ({ page, target })),
  );
}

function linksOf(html: string): readonly string[] {
  const found = Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, target = '']) => target);
  return [...new Set(found.map((target) => target.replaceAll('&amp;', '&')))];
}

function isThere(
  target: string,
  page: string,
  folder: string,
  base: string,
  texts: ReadonlyMap<string, string>,
): boolean {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target)) return true;
  const [, path = '', anchor = ''] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? [];
  const absolute =
    path === ''
      ? base + page
      : posix.join(path.startsWith('/') ? '/' : base + posix.dirname(page), path);
  // Folders of other versions are beside this one.
  if (!absolute.startsWith(base)) return existsSync(join(folder, posix.relative(base, absolute)));
  const file = fileOf(folder, absolute.slice(base.length));
  if (file === undefined) return false;
  return anchor === '' || hasAnchor(texts.get(file), decodeURIComponent(anchor));
}

/** Returns the file for a path, as file servers resolve it. */
function fileOf(folder: string, path: string): string | undefined {
  const name = decodeURIComponent(path);
  const isFile = (each: string): boolean =>
    statSync(join(folder, each), { throwIfNoEntry: false })?.isFile() === true;
  const index = posix.join(name, 'index.html');
  return [name, `${name}.html`, index].find(
    (each) => existsSync(join(folder, each)) && isFile(each),
  );
}

function hasAnchor(html: string | undefined, anchor: string): boolean {
  return html === undefined || html.includes(`id="${anchor.replaceAll('&', '&amp;')}"`);
}
