/** nginx with the ModSecurity module, in front of a backend. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { listensOn, type Server } from '../front/servers.ts';

const MODULE = 'ngx_http_modsecurity_module.so';

export type NginxOptions = {
  /** The result of `modsecurityModule`. */
  readonly module: string;
  /** The server's own folder, which is created when it is missing. */
  readonly folder: string;
  readonly backendPort: number;
  /** Directives of ModSecurity; undefined for a server that only forwards. */
  readonly rules?: string;
};

/** Returns the path of the module; undefined when no nginx is on the PATH, or it has no such module. */
export function modsecurityModule(): string | undefined {
  const { stderr } = spawnSync('nginx', ['-V'], { encoding: 'utf8' });
  const folder = /--modules-path=(\S+)/.exec(stderr ?? '')?.[1];
  const path = folder && join(folder, MODULE);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** Starts the server. When it does not start, throws with nginx's messages. */
export async function startNginx(options: NginxOptions): Promise<Server> {
  const { folder, rules } = options;
  mkdirSync(folder, { recursive: true });
  if (rules !== undefined) writeFileSync(join(folder, 'rules.conf'), rules);
  const port = await freePort();
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configuration(options, port));
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  if (await listensOn(port, child)) return { process: child, port };
  child.kill('SIGKILL');
  throw new Error(`nginx does not start: ${messages.trim()}`);
}

/** Returns the directives that let nginx run without the folders of its package, which only root may write. */
export function temporaryPaths(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
}

/**
 * Configures nginx as favourably as possible: bodies stay in memory, connections stay open on both sides, and logs
 * go to /dev/null like the proxy's. A single process makes all processor time measurable.
 */
function configuration({ module, folder, backendPort, rules }: NginxOptions, port: number): string {
  const inspection =
    rules === undefined ? 'off;' : `on;\n    modsecurity_rules_file ${folder}/rules.conf;`;
  return `load_module ${module};
daemon off;
master_process off;
pid ${folder}/pid;
error_log /dev/null;
events { worker_connections 1024; }
http {
${temporaryPaths(folder)}
  access_log /dev/null;
  keepalive_requests 1000000;
  client_max_body_size 16m;
  client_body_buffer_size 16m;
  upstream backend {
    server 127.0.0.1:${backendPort};
    keepalive 32;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    modsecurity ${inspection}
    location / {
      proxy_pass http://backend;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`;
}
