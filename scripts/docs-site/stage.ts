/** The documents of the project -> the pages of the site: README.md becomes index.md, and links follow. */
import { posix } from 'node:path';

/** Paths seen from the project. */
export type Document = { readonly path: string; readonly text: string };

/** Paths seen from the site. */
export type SitePage = {
  readonly path: string;
  readonly title: string;
  readonly text: string;
};

/** `docs/codes/README.md` -> `codes/index.md`; what stands beside docs/ moves up to its pages. */
export function sitePath(path: string): string {
  return path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/** Documents lie in docs/ or beside it. `has`: which files of the project the site has. */
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

/** Remarks to the tests of the documents are left out. */
function stageText(text: string, context: Context): string {
  return mapProse(text, (prose) =>
    prose
      .replace(/<!--[\s\S]*?-->\n?/g, '')
      .replace(LINK, (link, image: string, label: string, target: string) =>
        /^(?:[a-z]+:|#|\/)/.test(target) ? link : image + stageLink(label, target, context),
      ),
  );
}

/** A link to what is no page keeps its text alone; one that is called by its file gets the title of the page. */
function stageLink(label: string, target: string, { from, has, titles }: Context): string {
  const [path = '', anchor] = target.split('#');
  const whole = posix.join(posix.dirname(from), path);
  if (!has(whole)) return label;
  const text = /^[\w-]+\.md$/.test(label) ? (titles.get(whole) ?? label) : label;
  const moved = posix.relative(posix.dirname(sitePath(from)), sitePath(whole));
  const shown = moved.startsWith('.') ? moved : `./${moved}`;
  return `[${text}](${shown}${anchor === undefined ? '' : `#${anchor}`})`;
}

/** Blocks of code stay as they are. */
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
