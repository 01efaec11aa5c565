/** Files, folders and archives that the user drops or chooses -> rule files. Nothing leaves the page. */
import { unzipSync } from 'fflate';

export type OpenedFile = {
  readonly path: string;
  /** The text in the editor. */
  readonly text: string;
  /** latin1: the file is not UTF-8, and each char represents one byte. */
  readonly encoding: 'utf-8' | 'latin1';
};

/** Rule files, example files of settings, and data files that rules name. */
const IS_RULE_FILE = /\.(?:conf|conf\.example|data|txt|map|conf-recommended)$/i;
const IS_TEST = /(?:^|\/)(?:tests?|\.github|util)\//;
const LARGEST_FILE = 8 << 20;
const LARGEST_ARCHIVE = 64 << 20;

/** Reads the files of `<input type=file>`. Paths begin with the chosen folder. */
export async function filesOfInput(list: Iterable<File>): Promise<readonly OpenedFile[]> {
  const opened = await Promise.all(
    Array.from(list, (file) => readFile(file, file.webkitRelativePath || file.name)),
  );
  return opened.flat();
}

/** Reads dropped files, and all files in dropped folders. */
export async function filesOfDrop(items: DataTransferItemList): Promise<readonly OpenedFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry());
  const opened = await Promise.all(entries.map((entry) => (entry === null ? [] : walk(entry))));
  return opened.flat();
}

async function walk(entry: FileSystemEntry): Promise<readonly OpenedFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry instanceof FileSystemDirectoryEntry) {
    const inside = await Promise.all((await childrenOf(entry)).map(walk));
    return inside.flat();
  }
  if (!(entry instanceof FileSystemFileEntry)) return [];
  const file = await new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject);
  });
  return readFile(file, path);
}

/** Returns all entries of a folder: one call of readEntries returns a limited number. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function readFile(file: File, path: string): Promise<readonly OpenedFile[]> {
  const isArchive = path.endsWith('.zip');
  if (file.size > (isArchive ? LARGEST_ARCHIVE : LARGEST_FILE)) return [];
  if (!isArchive && !isWanted(path)) return [];
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isArchive) return [decode(path, bytes)];
  return filesOfArchive(bytes);
}

/** Returns the rule files of a zip archive; none when it is not a valid archive. */
function filesOfArchive(bytes: Uint8Array): readonly OpenedFile[] {
  try {
    const members = unzipSync(bytes, {
      filter: ({ name, originalSize }) => isWanted(name) && originalSize <= LARGEST_FILE,
    });
    return Object.entries(members).map(([name, content]) => decode(name, content));
  } catch {
    return [];
  }
}

function isWanted(path: string): boolean {
  return IS_RULE_FILE.test(path) && !IS_TEST.test(path);
}

function decode(path: string, bytes: Uint8Array): OpenedFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, text, encoding: 'utf-8' };
  } catch {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return { path, text, encoding: 'latin1' };
  }
}

/**
 * Returns the entries of a profile for opened files, in load order: the set-up of a rule set (crs-setup.conf.example),
 * then all rule files by path. More than three of one folder become a pattern. Files that others include are no entries.
 */
export function entriesOf(opened: readonly OpenedFile[]): readonly string[] {
  const paths = opened.map(({ path }) => path);
  const conf = paths.filter((path) => path.endsWith('.conf'));
  const setUp = paths.filter((path) => path.endsWith('crs-setup.conf.example'));
  const isMissing = (path: string): boolean => !paths.includes(path.replace(/\.example$/, ''));
  const included = new Set(opened.flatMap(({ path, text }) => includesOf(path, text)));
  const folders = new Map<string, string[]>();
  for (const path of conf.filter((each) => !included.has(each)).toSorted()) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const patterns = [...folders].flatMap(([folder, files]) =>
    files.length > 3 ? [`${folder}*.conf`] : files,
  );
  return [...setUp.filter(isMissing), ...patterns];
}

function includesOf(from: string, text: string): readonly string[] {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return Array.from(
    text.matchAll(/^[ \t]*Include(?:Optional)?[ \t]+"?([^"\s*?]+)/gim),
    ([, name = '']) => folder + name,
  );
}
