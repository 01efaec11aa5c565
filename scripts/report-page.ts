/** Bundles the script and styles of `portcullis report`'s page: dist/report/page.js and page.css. */
import { build, type Metafile } from 'esbuild';

const PAGE = 'compiler/cli/commands/report/page';

export async function buildReportPage(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [
      { in: `${PAGE}/main.ts`, out: 'page' },
      { in: `${PAGE}/page.css`, out: 'page' },
    ],
    outdir: 'dist/report',
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  });
  return metafile;
}
