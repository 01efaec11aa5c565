/** The real bundlers, each through its own interface, with the plugin. */
import { join } from 'node:path';
import esbuild from 'esbuild';
import { rollup } from 'rollup';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';
import { portcullis as esbuildPlugin } from '#compiler/cli/bundler-plugin/esbuild.ts';
import { portcullis as rollupPlugin } from '#compiler/cli/bundler-plugin/rollup.ts';
import { portcullis as vitePlugin } from '#compiler/cli/bundler-plugin/vite.ts';
import { portcullis as webpackPlugin } from '#compiler/cli/bundler-plugin/webpack.ts';

export type Problem = {
  /** Of the file, where the bundler has one. */
  readonly id?: string | undefined;
  readonly text: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** As this bundler counts: from 0. */
  readonly column: number | undefined;
  readonly frame: string;
};

export type Bundler = {
  readonly name: string;
  /** Bundles entry.js of a folder to out.mjs; what is wrong, as the bundler reports it. */
  readonly bundle: (folder: string) => Promise<readonly Problem[]>;
};

/** What Rollup's errors hold, and Vite's. */
type RollupError = {
  readonly id?: string;
  readonly message: string;
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
  readonly frame?: string;
  /** Rolldown, which Vite bundles with, reports them together. */
  readonly errors?: readonly RollupError[];
};

function problemOf({ id, message, loc, frame }: RollupError): Problem {
  return {
    id,
    text: message,
    file: loc?.file,
    line: loc?.line,
    column: loc?.column,
    frame: frame ?? '',
  };
}

async function problems(build: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await build();
    return [];
  } catch (error) {
    const thrown = error as RollupError;
    return (thrown.errors ?? [thrown]).map(problemOf);
  }
}

export const bundlers: readonly Bundler[] = [
  {
    name: 'esbuild',
    bundle: async (folder) => {
      const result = await esbuild
        .build({
          entryPoints: [join(folder, 'entry.js')],
          outfile: join(folder, 'out.mjs'),
          bundle: true,
          format: 'esm',
          logLevel: 'silent',
          plugins: [esbuildPlugin()],
        })
        .catch((error: esbuild.BuildFailure) => error);
      return result.errors.map(({ text, location, notes }) => ({
        text,
        file: location?.file,
        line: location?.line,
        column: location?.column,
        frame: `${location?.lineText}\n${notes.map((note) => note.text).join('\n')}`,
      }));
    },
  },
  {
    name: 'Rollup',
    bundle: (folder) =>
      problems(async () => {
        const bundle = await rollup({ input: join(folder, 'entry.js'), plugins: [rollupPlugin()] });
        await bundle.write({ file: join(folder, 'out.mjs'), format: 'es' });
        await bundle.close();
      }),
  },
  {
    name: 'Vite',
    bundle: (folder) =>
      problems(() =>
        viteBuild({
          configFile: false,
          root: folder,
          logLevel: 'silent',
          plugins: [vitePlugin()],
          build: {
            ssr: 'entry.js',
            outDir: folder,
            emptyOutDir: false,
            rollupOptions: { output: { entryFileNames: 'out.mjs' } },
          },
        }),
      ),
  },
  {
    name: 'webpack',
    bundle: (folder) =>
      new Promise((resolve, reject) => {
        const compiler = webpack({
          mode: 'none',
          context: folder,
          entry: './entry.js',
          experiments: { outputModule: true },
          output: { path: folder, filename: 'out.mjs', library: { type: 'module' } },
          plugins: [webpackPlugin()],
        });
        compiler?.run((error, stats) => {
          if (error !== null || stats === undefined) {
            reject(error);
            return;
          }
          const { errors = [] } = stats.toJson({ all: false, errors: true });
          compiler.close(() =>
            resolve(
              errors.map(({ message }) => ({
                text: message,
                file: undefined,
                line: undefined,
                column: undefined,
                frame: message,
              })),
            ),
          );
        });
      }),
  },
];
