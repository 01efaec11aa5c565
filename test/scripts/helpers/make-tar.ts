/** Writes tar archives, honest and otherwise. */

export type TarEntry = {
  readonly path: string;
  readonly content?: string;
  /** `0` file (default), `5` folder, `2` link, `x` and `g` pax records. */
  readonly type?: string;
};

const BLOCK = 512;

export function makeTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(makeEntry), Buffer.alloc(2 * BLOCK)]);
}

/** One pax record; the length counts itself. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (String(length).length + rest.length !== length) length += 1;
  return `${length}${rest}`;
}

function makeEntry({ path, content = '', type = '0' }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 100, 'latin1');
  header.write('0000644\0', 100, 'latin1');
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write(type, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const data = Buffer.alloc(Math.ceil(content.length / BLOCK) * BLOCK);
  data.write(content, 'latin1');
  return Buffer.concat([header, data]);
}
