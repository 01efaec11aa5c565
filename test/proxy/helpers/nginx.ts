/** nginx with a sample of the documents, in a folder of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryPaths } from '#scripts/bench/proxies/nginx.ts';

/** Returns a configuration of nginx. `sample` is what `http { }` contains: a server that listens on port 80. */
export function nginxConfiguration(sample: string, port: number, folder: string): string {
  const server = sample.replace('listen 80;', `listen 127.0.0.1:${port};`);
  return `daemon off;
pid ${folder}/pid;
error_log stderr;
events { worker_connections 4096; }
http {
access_log off;
${temporaryPaths(folder)}
${server}}
`;
}

export function writeNginx(sample: string, port: number, folder: string): void {
  writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(sample, port, folder));
}

export function nginxCommand(folder: string): readonly [string, ...string[]] {
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`];
}
