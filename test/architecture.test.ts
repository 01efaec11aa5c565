/** Who may import what, how long files are, and what is in the proxy's bundle (ARCHITECTURE.md). */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { rowTitle } from './helpers/row-title.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

const { imports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
/** The beginnings of import aliases, such as `#engine/`, and the folders that they stand for. */
const aliases = Object.entries<string>(imports).map(
  ([alias, path]) => [alias.replace('*', ''), path.replace('*', '')] as const,
);

/** Paths below a folder of the project, with forward slashes. */
function sources(folder: string): readonly string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.tmp.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** What stands after `from` in a file's imports. */
function specifiersOf(path: string): readonly string[] {
  const text = readFileSync(join(project, path), 'utf8');
  return [...text.matchAll(/^(?:import|export) [^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
}

/** What a file imports: files by their path in the project, packages by their name. */
function importsOf(path: string): readonly string[] {
  return specifiersOf(path).map((specifier) => {
    if (specifier.startsWith('.')) return normalize(`${dirname(path)}/${specifier}`);
    const alias = aliases.find(([start]) => specifier.startsWith(start));
    return alias === undefined ? specifier : normalize(specifier.replace(...alias));
  });
}

const leaves =
  /^compiler\/(?:count-noun|source|diagnostics|invariant|memoize|suggest|utf8|version)\.ts$/;
const engine = /^runtime\/engine\//;
const regex = /^compiler\/regex\//;
const language = /^compiler\/language\//;
const whiteSpace = /^runtime\/engine\/bytes\/ascii-space\.ts$/;
const output = /^compiler\/cli\/output\//;
const declaration = /^(?:compiler\/cli\/options\.ts|@commander-js\/extra-typings)$/;
const core = /^runtime\/adapters\/core\//;

/** Folder or file, and what it may import besides itself. */
const directions: readonly (readonly [from: string, allowed: readonly RegExp[]])[] = [
  ['runtime/engine', []],
  [
    'runtime/proxy',
    [
      engine,
      /^node:/,
      /^(?:http-proxy|maxmind|@redis\/client(?:\/dist\/lib\/RESP\/decoder\.js)?|@opentelemetry\/.+)$/,
      /^generated\/pl[12]\/index\.ts$/,
    ],
  ],
  ['runtime/adapters/core', [engine, /^runtime\/proxy\/waf\/inspection\.ts$/]],
  ['runtime/adapters/fetch', [engine, core, /^hono$/]],
  [
    'runtime/adapters/node',
    [
      engine,
      core,
      /^runtime\/proxy\/http\/(?:check-protocol|client-message)\.ts$/,
      /^(?:node:(?:http|zlib)|fastify)$/,
    ],
  ],
  ['compiler/language', [engine]],
  ['compiler/regex', [engine, leaves]],
  ['compiler/1-parse', [leaves, whiteSpace, /^chevrotain$/]],
  [
    'compiler/2-resolve',
    [engine, regex, language, leaves, /^compiler\/1-parse\/(?:ast|source-offset|parse-macro)\.ts$/],
  ],
  [
    'compiler/3-specialize',
    [engine, regex, language, leaves, /^compiler\/2-resolve\/(?:ruleset|macro-text|selects)\.ts$/],
  ],
  [
    'compiler/4-emit',
    [
      engine,
      regex,
      language,
      leaves,
      /^compiler\/3-specialize\/program\.ts$/,
      /^compiler\/2-resolve\/(?:ruleset|macro-text)\.ts$/,
      /^ts-morph$/,
    ],
  ],
  [
    'compiler/format',
    [
      language,
      leaves,
      whiteSpace,
      /^compiler\/1-parse\/(?:ast|logical-lines|parse)\.ts$/,
      /^node:util$/,
    ],
  ],
  [
    'compiler/cli/requests',
    [
      engine,
      leaves,
      /^compiler\/(?:rule-files|json)\.ts$/,
      /^runtime\/proxy\/http\/message-head\.ts$/,
      /^valibot$/,
      /^node:/,
    ],
  ],
  [
    'compiler/cli/ftw',
    [
      engine,
      leaves,
      /^compiler\/cli\/(?:inspection|output|project|requests)\//,
      /^(?:node:|yaml$)/,
    ],
  ],
  [
    'compiler/cli/replay',
    [
      engine,
      leaves,
      /^compiler\/cli\/(?:ftw|inspection|requests)\//,
      /^compiler\/cli\/output\/(?:progress|reason-of)\.ts$/,
      /^compiler\/(?:rule-files|json)\.ts$/,
      /^node:/,
    ],
  ],
  [
    'compiler/cli/editors',
    [
      leaves,
      language,
      /^compiler\/cli\/commands\/lsp\/command(?:-names)?\.ts$/,
      /^compiler\/cli\/project\/disk\.ts$/,
      /^(?:node:|vscode)/,
    ],
  ],
  [
    'compiler/cli/commands/init',
    [
      leaves,
      output,
      declaration,
      /^compiler\/rule-files\.ts$/,
      /^compiler\/cli\/project\/own-command-line\.ts$/,
      /^runtime\/proxy\/logs\/make-directory\.ts$/,
      /^node:/,
    ],
  ],
  [
    'compiler/cli/commands/diff',
    [
      engine,
      leaves,
      output,
      declaration,
      /^compiler\/cli\/(?:project|replay)\//,
      /^compiler\/(?:compile|rule-files|profile)\.ts$/,
      /^compiler\/2-resolve\/(?:ruleset|macro-text)\.ts$/,
      /^compiler\/3-specialize\/(?:program|specialize|tx-reads)\.ts$/,
      /^compiler\/4-emit\/(?:argument-text|target-source)\.ts$/,
    ],
  ],
  [
    'compiler/cli/commands/doctor',
    [
      leaves,
      output,
      declaration,
      /^node:/,
      /^compiler\/cli\/project\//,
      /^compiler\/(?:compile|profile|rule-files|rules-lock|sha256)\.ts$/,
      /^compiler\/cli\/findings\/check-policies\.ts$/,
      /^runtime\/proxy\/(?:settings\/|shared\/|backend\/|policies\/read-policies\.ts$)/,
      /^runtime\/proxy\/(?:tls\/certificates|message-of|filters\/geo-database|bans\/ban-lists)\.ts$/,
      /^runtime\/proxy\/(?:process\/(?:node-version|start-errors)|waf\/load-module)\.ts$/,
    ],
  ],
  [
    'compiler/cli/commands/tune',
    [
      engine,
      leaves,
      output,
      declaration,
      /^compiler\/cli\/(?:findings|ftw|inspection|project|replay|requests)\//,
      /^compiler\/(?:compile|json|read-rules|rule-files)\.ts$/,
      /^compiler\/1-parse\/ast\.ts$/,
      /^compiler\/2-resolve\/(?:ruleset|resolve-targets|selects)\.ts$/,
      /^compiler\/3-specialize\/tx-reads\.ts$/,
      /^node:/,
    ],
  ],
  [
    'compiler/cli/commands/report/page',
    [/^compiler\/cli\/commands\/report\/document\.ts$/, /^@observablehq\/plot$/],
  ],
  [
    'compiler/cli/commands/report',
    [
      leaves,
      output,
      declaration,
      /^compiler\/cli\/commands\/tune\//,
      /^compiler\/cli\/(?:project|replay)\//,
      /^compiler\/(?:compile|json|project|rule-files)\.ts$/,
      /^runtime\/engine\/log\//,
      /^runtime\/proxy\/(?:message-of|filters\/geo-database|http\/ip-address)\.ts$/,
      /^(?:node:|@observablehq\/plot$)/,
    ],
  ],
];

for (const [from, allowed] of directions) {
  test(`${from} imports only what it may`, () => {
    const files = sources(from);
    assert.ok(files.length > 0);
    const stray = files.flatMap((path) =>
      importsOf(path)
        .filter((name) => !name.startsWith(`${from}/`) && !allowed.some((rule) => rule.test(name)))
        .map((name) => `${path} imports ${name}`),
    );
    assert.deepEqual(stray, []);
  });
}

/** The folder whose files import each other by relative paths. */
function subsystemOf(path: string): string {
  if (path.startsWith('compiler/cli/')) return 'compiler/cli/';
  const alias = aliases.find(([, folder]) => path.startsWith(folder.slice('./'.length)));
  return alias?.[1] ?? path.split('/')[0] ?? '';
}

test('a file imports those of its own subsystem by relative paths, and those of others by aliases', () => {
  const files = ['compiler', 'runtime', 'scripts', 'test'].flatMap(sources);
  const counts = { Relative: 0, Alias: 0 };
  const wrong = files.flatMap((path) =>
    specifiersOf(path).flatMap((specifier, index) => {
      const isRelative = specifier.startsWith('.');
      if (!isRelative && !specifier.startsWith('#')) return [];
      counts[isRelative ? 'Relative' : 'Alias'] += 1;
      const imported = importsOf(path)[index] ?? '';
      const hasAlias = aliases.some(([, folder]) => `./${imported}`.startsWith(folder));
      const isRight = isRelative === (!hasAlias || subsystemOf(imported) === subsystemOf(path));
      return isRight ? [] : [`${path} imports ${specifier}`];
    }),
  );
  assert.ok(counts.Relative > 2000 && counts.Alias > 2000);
  assert.deepEqual(wrong, []);
});

test('packages of one purpose are known in one place', () => {
  const all = [...sources('compiler'), ...sources('runtime')];
  const importers = (name: RegExp): readonly string[] =>
    all.filter((path) => importsOf(path).some((each) => name.test(each)));
  assert.deepEqual(importers(/^ts-morph$/), [
    'compiler/4-emit/write-module.ts',
    // The other one reads what has been bundled.
    'compiler/cli/project/compile-eagerly.ts',
  ]);
  assert.deepEqual(importers(/^esbuild$/), [
    // The plugin for esbuild speaks in its types.
    'compiler/cli/bundler-plugin/esbuild-setup.ts',
    'compiler/cli/bundler-plugin/messages.ts',
    'compiler/cli/project/bundle.ts',
  ]);
  assert.deepEqual(importers(/^generated\//), ['runtime/proxy/bundled-profiles.ts']);
  const declarations = importers(/^(?:commander|@commander-js\/extra-typings)$/);
  assert.ok(declarations.length > 20);
  assert.deepEqual(
    declarations.filter((path) => !/\/(?:declare|main|options)\.ts$/.test(path)),
    [],
  );
  const charts = importers(/^@observablehq\/plot$/);
  assert.ok(charts.length > 0);
  assert.deepEqual(
    charts.filter((path) => !path.startsWith('compiler/cli/commands/report/page/')),
    [],
  );
  const protocol = importers(/^vscode-languageserver/);
  assert.ok(protocol.length > 5);
  assert.deepEqual(
    protocol.filter((path) => !path.startsWith('compiler/cli/commands/lsp/')),
    [],
  );
  const extension = 'compiler/cli/editors/vscode/extension.ts';
  assert.deepEqual(importers(/^vscode(?:$|-languageclient)/), [extension]);
});

test('the compiler knows nothing of its command line', () => {
  const files = sources('compiler').filter((path) => !path.startsWith('compiler/cli/'));
  assert.ok(files.length > 150);
  const stray = files.filter((path) =>
    importsOf(path).some((name) => name.startsWith('compiler/cli/')),
  );
  assert.deepEqual(stray, []);
});

/** The files that import each other in a circle through `path`, or undefined. Types count as well. */
function findCycle(
  path: string,
  importsOf: (path: string) => readonly string[],
  visited = new Set<string>(),
  stack: readonly string[] = [],
): readonly string[] | undefined {
  const index = stack.indexOf(path);
  if (index !== -1) return [...stack.slice(index), path];
  if (visited.has(path)) return undefined;
  visited.add(path);
  for (const next of importsOf(path)) {
    const found = findCycle(next, importsOf, visited, [...stack, path]);
    if (found !== undefined) return found;
  }
  return undefined;
}

test('no file imports itself by way of others, not even for a type', () => {
  const files = ['compiler', 'runtime', 'scripts'].flatMap(sources);
  const graph = new Map(files.map((path) => [path, importsOf(path)]));
  assert.ok([...graph.values()].flat().length > 2000);
  const visited = new Set<string>();
  const cycles = files.flatMap((path) => {
    const found = findCycle(path, (each) => graph.get(each) ?? [], visited);
    return found === undefined ? [] : [found.join(' -> ')];
  });
  assert.deepEqual(cycles, []);
});

/** The file or folder directly in `folder` that a path is, or lies in; undefined: it lies elsewhere. */
function childOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  return path.slice(folder.length + 1).split('/')[0];
}

for (const root of ['compiler', 'runtime', 'scripts']) {
  test(`no folder of ${root} uses a neighbour that uses it, even by way of others`, () => {
    const files = sources(root);
    const folders = new Set(
      files
        .flatMap((path) =>
          path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/')),
        )
        .filter((path) => !path.endsWith('.ts')),
    );
    assert.ok(folders.size > 10);
    const imports = files.flatMap((path) => importsOf(path).map((name) => [path, name] as const));
    const cycles = [...folders].flatMap((folder) => {
      const uses = new Map<string, string[]>();
      for (const [path, name] of imports) {
        const [from, to] = [childOf(folder, path), childOf(folder, name)];
        if (from === undefined || to === undefined || from === to) continue;
        uses.set(from, [...(uses.get(from) ?? []), to]);
      }
      const visited = new Set<string>();
      return [...uses.keys()].flatMap((child) => {
        const found = findCycle(child, (each) => uses.get(each) ?? [], visited);
        return found === undefined ? [] : [`${folder}: ${found.join(' -> ')}`];
      });
    });
    assert.deepEqual(cycles, []);
  });
}

test('a cycle is seen', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['b', 'c']],
  ]);
  assert.deepEqual(
    findCycle('a', (path) => graph.get(path) ?? []),
    ['c', 'd', 'c'],
  );
});

test('adapters for fetch platforms reach nothing that only Node has', async () => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['runtime/adapters/fetch/index.ts', 'runtime/adapters/fetch/hono.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    outdir: 'out',
    logLevel: 'silent',
  });
  assert.equal(outputFiles.length, 2);
  const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  assert.deepEqual(outside, []);
});

test('nothing imports tests', () => {
  const stray = ['compiler', 'runtime', 'scripts']
    .flatMap(sources)
    .filter((path) => importsOf(path).some((name) => name.startsWith('test/')));
  assert.deepEqual(stray, []);
});

test('no file is longer than 300 lines', () => {
  const files = ['compiler', 'runtime', 'scripts'].flatMap(sources);
  const lines = (path: string): number =>
    readFileSync(join(project, path), 'utf8').split('\n').length - 1;
  assert.ok(files.length > 200);
  assert.deepEqual(
    files.filter((path) => lines(path) > 300),
    [],
  );
});

test('name and version are those of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  assert.ok(typeof manifest === 'object' && manifest !== null && 'version' in manifest);
  assert.ok('name' in manifest);
  assert.deepEqual([PACKAGE, VERSION], [manifest.name, manifest.version]);
});

test('nothing of the compiler is in the bundle of the proxy', async (context) => {
  if (!existsSync(join(project, 'runtime/main.ts')))
    return context.skip('there is no runtime/main.ts');
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['runtime/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    // Made from rule files: there may be none yet, and what they import is looked at above.
    external: ['../../generated/*'],
  });
  const inputs = Object.keys(metafile.inputs);
  assert.ok(inputs.length > 100);
  const packages = new Set(
    inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
  const compilerOnly = ['chevrotain', 'ts-morph', 'typescript', 'esbuild', 'tsx', 'yaml'];
  const editorOnly = ['languageserver', 'languageserver-protocol', 'jsonrpc'];
  for (const name of [...compilerOnly, ...editorOnly.map((each) => `vscode-${each}`)]) {
    await context.test(rowTitle(name), () => {
      assert.ok(!packages.has(name), name);
    });
  }
  assert.deepEqual(
    inputs.filter((path) => /^(?:compiler|test|scripts)\//.test(path)),
    [],
  );
});
