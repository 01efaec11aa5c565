/**
 * Configures the site of the documents. scripts/docs-site.ts stages the pages and passes folders in environment
 * variables.
 */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const { STAGE = '', OUT = '', CACHE = '', BASE = '/', VERSION = '' } = process.env;
const { sidebar, versions } = JSON.parse(readFileSync(`${STAGE}/site.json`, 'utf8'));

// biome-ignore lint/style/noDefaultExport: VitePress reads it so
export default defineConfig({
  title: 'Portcullis',
  description:
    'An ahead-of-time compiler for SecLang rules, and the reverse proxy that runs what it emits',
  lang: 'en',
  base: BASE,
  srcDir: `${STAGE}/pages`,
  srcExclude: ['public/**'],
  outDir: OUT,
  cacheDir: CACHE,
  cleanUrls: false,
  lastUpdated: false,
  // Anchors of headings have the form of GitHub's, which the documents link to.
  markdown: {
    html: false,
    anchor: { slugify: githubAnchor },
    toc: { slugify: githubAnchor },
    config: escapeBraces,
    languageAlias: { seclang: 'apache', conf: 'apache', secrule: 'apache' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: 'Documents', link: '/' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: VERSION, items: versions },
    ],
    docFooter: { prev: 'Before', next: 'After' },
  },
});

/** Escapes braces that Vue would interpret as an expression. */
function escapeBraces({ renderer: { rules } }): void {
  for (const name of ['text', 'code_inline']) {
    const render = rules[name];
    rules[name] = (...all) => render(...all).replaceAll('{{', '&#123;&#123;');
  }
}

function githubAnchor(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
