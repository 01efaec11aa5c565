/** Reads the regular files of a tar archive in ustar or pax format (POSIX.1-2017, pax: "ustar Interchange Format"). */
import { ReleaseError } from './release-error.ts';

export type TarFile = { readonly path: string; readonly content: Buffer };

const BLOCK = 512;
/** Header fields, with offset and length in bytes. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = 156;
const PREFIX = [345, 155] as const;

/** Throws a ReleaseError for a damaged archive, and for any path that leaves its folder. */
export function readTar(archive: Buffer): readonly TarFile[] {
  const files: TarFile[] = [];
  let extended = new Map<string, string>();
  let offset = 0;
  while (offset + BLOCK <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK);
    if (header.every((byte) => byte === 0)) return files;
    checkHeader(header);
    const type = String.fromCharCode(header[TYPE] ?? 0);
    const size = sizeOf(header, type, extended);
    const start = offset + BLOCK;
    if (start + size > archive.length) break;
    const content = archive.subarray(start, start + size);
    if (type === 'x') {
      extended = readRecords(content);
    } else if (type !== 'g') {
      const path = checkPath(extended.get('path') ?? pathOf(header));
      if (type === '0' || type === '\0') files.push({ path, content });
      extended = new Map();
    }
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new ReleaseError('the archive is cut off');
}

function field(header: Buffer, [offset, length]: readonly [number, number]): string {
  const text = header.toString('latin1', offset, offset + length);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

function octal(text: string): number {
  const digits = text.trim();
  if (!/^[0-7]+$/.test(digits)) throw new ReleaseError('the archive has a damaged header');
  return Number.parseInt(digits, 8);
}

/** Checks the sum of all bytes, in which the bytes of the checksum field itself count as blanks. */
function checkHeader(header: Buffer): void {
  const [start, length] = CHECKSUM;
  let sum = 0;
  header.forEach((byte, index) => {
    sum += index >= start && index < start + length ? 0x20 : byte;
  });
  if (sum !== octal(field(header, CHECKSUM))) {
    throw new ReleaseError('the archive has a damaged header');
  }
}

/** Returns the size. A pax record describes the entry that follows, not the header that carries the record. */
function sizeOf(header: Buffer, type: string, extended: ReadonlyMap<string, string>): number {
  const given = type === 'x' || type === 'g' ? undefined : extended.get('size');
  if (given === undefined) return octal(field(header, SIZE));
  if (!/^[0-9]{1,12}$/.test(given)) throw new ReleaseError('the archive has a damaged header');
  return Number(given);
}

function pathOf(header: Buffer): string {
  const prefix = field(header, PREFIX);
  const name = field(header, NAME);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Refuses a path that leaves its folder, for every type of entry: a valid release has no such path. */
function checkPath(path: string): string {
  if (path.startsWith('/') || path.includes('\\') || path.split('/').includes('..')) {
    throw new ReleaseError(
      `the archive has a path that leaves its folder: ${JSON.stringify(path)}`,
    );
  }
  return path;
}

/** Parses pax records: "LENGTH KEY=VALUE\n", where LENGTH counts the whole record in bytes. */
function readRecords(content: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  let offset = 0;
  while (offset < content.length) {
    const blank = content.indexOf(0x20, offset);
    const digits = content.toString('latin1', offset, Math.max(offset, blank));
    const length = /^[1-9][0-9]{0,8}$/.test(digits) ? Number(digits) : 0;
    const equals = content.indexOf(0x3d, blank);
    const end = offset + length;
    if (length === 0 || equals === -1 || equals >= end || end > content.length) {
      throw new ReleaseError('the archive has a damaged header');
    }
    records.set(
      content.toString('utf8', blank + 1, equals),
      content.toString('utf8', equals + 1, end - 1),
    );
    offset = end;
  }
  return records;
}
