/** Files, folders and archives that somebody drops on the page or chooses -> rule files. Nothing leaves the page. */
import { unzipSync } from 'fflate';

export type OpenedFile = {
  readonly path: string;
  /** As the editor shows it. */
  readonly text: string;
  /** latin1: the file is no UTF-8, and each char stands for one byte. */
  readonly encoding: 'utf-8' | 'latin1';
};

/** Rule files, their examples, and the lists that they name. */
const IS_RULE_FILE = /\.(?:conf|conf\.example|data|txt|map|conf-recommended)$/i;
const IS_TEST = /(?:^|\/)(?:tests?|\.github|util)\//;
const LARGEST_FILE = 8 << 20;
const LARGEST_ARCHIVE = 64 << 20;

/** From `<input type=file>`, with the folder that was chosen in front of each path. */
export async function filesOfInput(list: Iterable<File>): Promise<readonly OpenedFile[]> {
  const opened = await Promise.all(
    Array.from(list, (file) => readFile(file, file.webkitRelativePath || file.name)),
  );
  return opened.flat();
}

/** From a drop: folders are walked. */
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

/** A reader gives at most some hundred at a time. */
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

/** None of what is no zip. */
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
 * The files of a profile, in load order, when these are opened: of a rule set, its set-up and then its rules; else all
 * rule files one after another. Those that others include are read where they are included.
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
