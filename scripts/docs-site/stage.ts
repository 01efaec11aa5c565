/** Converts the project's documents to pages of the site: README.md becomes index.md, and links are adapted. */
import { posix } from 'node:path';

/** A document; its path is relative to the project. */
export type Document = { readonly path: string; readonly text: string };

/** A page; its path is relative to the site. */
export type SitePage = {
  readonly path: string;
  readonly title: string;
  readonly text: string;
};

/** Converts `docs/codes/README.md` to `codes/index.md`; files beside docs/ become siblings of its pages. */
export function sitePath(path: string): string {
  return path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/** Converts documents, which are in docs/ or beside it. `has`: returns whether the site has a file of the project. */
export function stagePages(
  documents: readonly Document[],
  has: (path: string) => boolean,
): readonly SitePage[] {
  const titles = new Map(documents.map(({ path, text }) => [path, titleOf(path, text)]));
  return documents.map(({ path, text }) => ({
    path: sitePath(path),
    title: titles.get(path) ?? path,
    text: stageText(text, { from: path, has, titles }),
  }));
}

function titleOf(path: string, text: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path;
}

type Context = {
  readonly from: string;
  readonly has: (path: string) => boolean;
  readonly titles: ReadonlyMap<string, string>;
};

const LINK = /(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g;

/** Converts the text of a document; removes comments for the tests of the documents. */
function stageText(text: string, context: Context): string {
  return mapProse(text, (prose) =>
    prose
      .replace(/<!--[\s\S]*?-->\n?/g, '')
      .replace(LINK, (link, image: string, label: string, target: string) =>
        /^(?:[a-z]+:|#|\/)/.test(target) ? link : image + stageLink(label, target, context),
      ),
  );
}

/**
 * Converts a link. A link to something that is not a page becomes plain text; a link labelled with a file name gets
 * the page's title.
 */
function stageLink(label: string, target: string, { from, has, titles }: Context): string {
  const [path = '', anchor] = target.split('#');
  const whole = posix.join(posix.dirname(from), path);
  if (!has(whole)) return label;
  const text = /^[\w-]+\.md$/.test(label) ? (titles.get(whole) ?? label) : label;
  const moved = posix.relative(posix.dirname(sitePath(from)), sitePath(whole));
  const shown = moved.startsWith('.') ? moved : `./${moved}`;
  return `[${text}](${shown}${anchor === undefined ? '' : `#${anchor}`})`;
}

/** Applies `change` to everything but blocks of code. */
function mapProse(text: string, change: (prose: string) => string): string {
  const block = /^( *)(```+|~~~+)[\s\S]*?^\1\2[ \t]*$/gm;
  let staged = '';
  let end = 0;
  for (const found of text.matchAll(block)) {
    staged += change(text.slice(end, found.index)) + found[0];
    end = found.index + found[0].length;
  }
  return staged + change(text.slice(end));
}
