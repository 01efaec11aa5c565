/** Where the rules run besides Node: programs that `make edge-runtimes` has fetched from npm. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type Runtime = {
  readonly name: string;
  /** Undefined: it is not there. */
  readonly program: string | undefined;
  /** Source that serves `handle` of ./service.mjs and, where it may, prints `listening on PORT`. */
  readonly entry: string;
  readonly args: (folder: string, port: number) => readonly string[];
};

const FOLDER = resolve(process.env['EDGE_RUNTIMES'] ?? 'dist/edge-runtimes', 'node_modules');

/** The platform's own package has the program: `@scope/name-linux-x64/bin/name`, or without bin. */
function find(scope: string, file: string): string | undefined {
  const packages = existsSync(join(FOLDER, scope)) ? readdirSync(join(FOLDER, scope)) : [];
  const found = packages
    .filter((name) => !/musl|baseline/.test(name))
    .flatMap((name) => [join(FOLDER, scope, name, file), join(FOLDER, scope, name, 'bin', file)]);
  // Where Bun's installation moves it to.
  return [...found, join(FOLDER, file, 'bin', `${file}.exe`)].find((path) => existsSync(path));
}

/** workerd is configured in Cap'n Proto's text format. */
const capnp = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "entry.mjs", esModule = embed "entry.mjs")],
    compatibilityDate = "2025-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

export const runtimes: readonly Runtime[] = [
  {
    name: 'Node without eval',
    program: process.execPath,
    // The fetch API on node:http, in a few lines: Node has no server for it.
    entry: `import { createServer } from 'node:http';
import { handle } from './service.mjs';
createServer(async (request, response) => {
  const body = []; for await (const chunk of request) body.push(chunk);
  const given = body.length === 0 ? undefined : Buffer.concat(body);
  const { method, headers } = request;
  const answer = await handle(new Request('http://' + headers.host + request.url, { method, headers, body: given }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}).listen(+process.argv[2], '127.0.0.1');`,
    args: (folder, port) => [
      '--disallow-code-generation-from-strings',
      join(folder, 'entry.mjs'),
      String(port),
    ],
  },
  {
    name: 'workerd',
    program: find('@cloudflare', 'workerd'),
    entry: `import { handle } from './service.mjs';\nexport default { fetch: handle };`,
    args: (folder, port) => {
      writeFileSync(join(folder, 'config.capnp'), capnp(port));
      return ['serve', join(folder, 'config.capnp')];
    },
  },
  {
    name: 'Deno',
    program: find('@deno', 'deno'),
    entry: `import { handle } from './service.mjs';
Deno.serve({ port: +Deno.args[0], hostname: '127.0.0.1', onListen() {} }, handle);`,
    args: (folder, port) => [
      'run',
      '--no-config',
      '--no-remote',
      '--allow-net=127.0.0.1',
      '--v8-flags=--disallow-code-generation-from-strings',
      join(folder, 'entry.mjs'),
      String(port),
    ],
  },
  {
    name: 'Bun',
    program: find('@oven', 'bun'),
    entry: `import { handle } from './service.mjs';
Bun.serve({ port: +process.argv[2], hostname: '127.0.0.1', fetch: handle });`,
    args: (folder, port) => ['run', join(folder, 'entry.mjs'), String(port)],
  },
];
