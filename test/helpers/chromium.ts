/** A Chromium of this machine, and a server of files for it. CHROMIUM names the program. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = process.env['CHROMIUM'] ?? PROGRAMS.find((path) => existsSync(path));

/** For tests: why they cannot run here. */
export const skip = program === undefined ? 'there is no Chromium' : false;

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function startChromium(): Promise<Browser> {
  if (program === undefined) throw new Error('There is no Chromium');
  return chromium.launch({ executablePath: program, args: ARGUMENTS });
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
]);

export type ServedFolder = {
  /** With a slash at the end. */
  readonly address: string;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
};

/** Starts a Chromium and a server of the folder, which adds the target of each request to `asked`. */
export async function openFolder(folder: string, asked: string[]): Promise<ServedFolder> {
  const server = serveFolder(folder, asked);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await startChromium();
  return {
    address: `http://127.0.0.1:${port}/`,
    browser,
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Serves files, and index.html for folders. */
function serveFolder(folder: string, asked: string[]): Server {
  return createServer(({ url = '/' }, response) => {
    asked.push(url);
    const { pathname } = new URL(url, 'http://files.example');
    const path = join(folder, normalize(decodeURIComponent(pathname)));
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const file = isFolder ? join(path, 'index.html') : path;
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES.get(file.replace(/^.*\./, '')) ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
}
