/** Two writers of one log on a small disk, which is full for a while; prints the lines. Its argument is the disk's folder. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogFile } from '#proxy/logs/log-file.ts';
import { linesOf } from './lines-of.ts';

/** More than the writers wait for one another while there is room. */
const RETRIES = 20;

const folder = process.argv[2] ?? '';
const path = join(folder, 'a.log');
const filler = join(folder, 'filler');
const [cut, waiting] = [new LogFile(path), new LogFile(path)];

const { bavail, bsize } = statfsSync(folder);
const line = 'c'.repeat(3 * bsize);
for (const log of [cut, waiting]) {
  log.write('first');
  log.flush();
}
// The log has one block by now; the longer line gets the rest of it and one more.
writeFileSync(filler, Buffer.alloc((bavail - 2) * bsize));
cut.write(line);
cut.flush();
waiting.write('second');
for (let n = 0; n < RETRIES; n += 1) waiting.flush();
rmSync(filler);
waiting.flush();
cut.flush();
waiting.flush();
process.stdout.write(JSON.stringify(linesOf(path).map((text) => [text.charAt(0), text.length])));
await Promise.all([cut.close(), waiting.close()]);
