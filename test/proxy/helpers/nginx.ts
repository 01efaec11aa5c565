/** nginx with a sample of the documents, in a folder of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `sample` is what stands in `http { }` and has a server that listens on port 80. */
export function writeNginx(sample: string, port: number, folder: string): void {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const server = sample.replace('listen 80;', `listen 127.0.0.1:${port};`);
  const text = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\n${paths.join('\n')}\n${server}}\n`;
  writeFileSync(join(folder, 'nginx.conf'), text);
}

export function nginxCommand(folder: string): readonly [string, ...string[]] {
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`];
}
