/** Groups the pages of the site as docs/README.md does; pages in no group are put into the last one. */
import type { SitePage } from './stage.ts';

export type SidebarGroup = {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
};

const GROUPS: readonly (readonly [text: string, pages: readonly string[], isOpen: boolean])[] = [
  [
    'Write rules',
    ['rule-authors', 'editors', 'ci', 'migration', 'other-tools', 'playground'],
    true,
  ],
  [
    'Run the proxy',
    [
      ...['operators', 'install', 'kubernetes', 'settings', 'backends', 'policies', 'tls', 'http2'],
      ...['replicas', 'decision-service', 'shadow-rules', 'monitoring', 'tracing', 'report'],
      ...['built-in-rules', 'applications'],
    ],
    true,
  ],
  [
    'Look up',
    ['commands', 'compatibility', 'benchmarks', 'glossary', 'CHANGELOG', 'SECURITY'],
    true,
  ],
  ['Change Portcullis', ['CONTRIBUTING', 'ARCHITECTURE', 'testing'], true],
];

export function sidebarOf(pages: readonly SitePage[]): readonly SidebarGroup[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const named = new Set(GROUPS.flatMap(([, names]) => names.map((name) => `${name}.md`)));
  const rest = pages.filter(
    ({ path }) => !named.has(path) && !path.includes('/') && path !== 'index.md',
  );
  const inFolder = (folder: string): readonly SitePage[] =>
    pages.filter(({ path }) => path.startsWith(`${folder}/`));
  const groups = GROUPS.map(([text, names, isOpen]) =>
    group(
      text,
      names.flatMap((name) => byPath.get(`${name}.md`) ?? []),
      isOpen,
    ),
  );
  return [
    ...groups,
    group('More', rest, true),
    group('Specification', inFolder('spec'), false),
    group('Decisions', inFolder('adr'), false),
    group('Findings by code', inFolder('codes'), false),
  ].filter(({ items }) => items.length > 0);
}

/** Builds a group; the overview of a folder comes first. */
function group(text: string, pages: readonly SitePage[], isOpen: boolean): SidebarGroup {
  const isOverview = ({ path }: SitePage): boolean => path.endsWith('/index.md');
  const ordered = [...pages.filter(isOverview), ...pages.filter((page) => !isOverview(page))];
  const items = ordered.map(({ path, title }) => ({
    text: title,
    link: `/${path.replace(/(index)?\.md$/, '')}`,
  }));
  return { text, collapsed: !isOpen, items };
}
