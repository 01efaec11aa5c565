/** Finds the rule ids in FTW tests of the workspace, with their positions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '#compiler/source.ts';
import type { Mention } from './mentions/mention.ts';
import type { Session } from './session.ts';
import { pathOfAbsolute, type Workspace } from './workspace.ts';

/** Folders that contain no tests of the author. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'vendor']);
/** The number of folders and levels that are searched, so that a home folder does not delay the editor. */
const MAX_FOLDERS = 2000;
const MAX_DEPTH = 8;

/** Fields that contain ids, and their form: a number, a list in brackets or one id a line, or text as in log lines. */
const FIELDS: readonly {
  readonly field: RegExp;
  readonly id: RegExp;
  readonly isAbout: boolean;
}[] = [
  { field: /\brule_id["']?:[ \t]*["']?(\d+)/g, id: /\d+/g, isAbout: true },
  {
    field: /\b(?:no_)?expect_ids["']?:[ \t]*(\[[^\]]*\]|(?:\n[ \t]*-[ \t]*\d+[ \t]*$)+)/gm,
    id: /\b\d{1,10}\b/g,
    isAbout: false,
  },
  { field: /\b(?:no_)?log_contains["']?:(.*)/g, id: /(?<=\bid[ \\]*")\d{1,10}/g, isAbout: false },
];

type TestFile = { readonly source: SourceFile; readonly mentions: readonly Mention[] };

type Tests = { readonly savedAt: number; readonly files: readonly TestFile[] };

const known = new WeakMap<Workspace, Tests>();

/** Returns all ids in the tests, in the order of their paths. Files are read again after something is saved. */
export function testMentions(session: Session): readonly Mention[] {
  return testsOf(session).flatMap(({ mentions }) => mentions);
}

/** Returns the paths of the files with tests of a rule. */
export function testFilesOf(session: Session, id: number): readonly string[] {
  return testsOf(session)
    .filter(({ mentions }) =>
      mentions.some(
        (each) => each.kind === 'Rules' && each.role === 'definition' && each.from === id,
      ),
    )
    .map(({ source }) => source.path);
}

function testsOf({ workspace }: Session): readonly TestFile[] {
  const found = known.get(workspace);
  if (found?.savedAt === workspace.saved) return found.files;
  const files = yamlFiles(workspace.root).flatMap((absolute) => {
    const path = pathOfAbsolute(workspace, absolute);
    const source = { path, text: readFileSync(absolute, 'latin1') };
    const mentions = idsIn(source);
    return mentions.length === 0 ? [] : [{ source, mentions }];
  });
  known.set(workspace, { savedAt: workspace.saved, files });
  return files;
}

function yamlFiles(root: string): readonly string[] {
  const found: string[] = [];
  const folders = [{ path: root, depth: 0 }];
  for (let looked = 0; looked < MAX_FOLDERS; looked += 1) {
    const folder = folders.shift();
    if (folder === undefined) break;
    for (const entry of entriesOf(folder.path)) {
      const path = join(folder.path, entry.name);
      if (entry.isFile() && /\.ya?ml$/.test(entry.name)) found.push(path);
      const isLooked =
        entry.isDirectory() && !entry.name.startsWith('.') && !PASSED_OVER.has(entry.name);
      if (isLooked && folder.depth < MAX_DEPTH) folders.push({ path, depth: folder.depth + 1 });
    }
  }
  return found.toSorted();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The rule that a file tests counts as its definition. */
function idsIn(source: SourceFile): readonly Mention[] {
  return FIELDS.flatMap(({ field, id, isAbout }) =>
    [...source.text.matchAll(field)].flatMap((found) => {
      const [all, value = ''] = found;
      const offset = found.index + all.length - value.length;
      return [...value.matchAll(id)].map(({ index, 0: text }): Mention => {
        const span = { source, start: offset + index, end: offset + index + text.length };
        const role = isAbout ? 'definition' : 'reference';
        return { kind: 'Rules', role, from: Number(text), to: Number(text), span };
      });
    }),
  );
}
