/** The files as the editor has them: open ones from its buffers, all others from the disk, below one folder. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { RuleFiles } from '../../../rule-files.ts';
import { bytesOf } from './line-index.ts';

export type OpenDocument = {
  readonly uri: string;
  readonly version: number;
  /** Bytes, one char each, as rule files are everywhere. */
  readonly text: string;
};

export type Workspace = {
  /** Paths seen from the root, open documents in place of what the disk has. */
  readonly files: RuleFiles;
  /** By absolute path. */
  readonly open: Map<string, OpenDocument>;
  /** Counts changes: what was computed from the files holds for one generation. */
  generation: number;
  /** Counts what is saved or changes beside the editor. */
  saved: number;
  root: string;
};

export function createWorkspace(disk: RuleFiles, root: string): Workspace {
  const workspace: Workspace = {
    open: new Map(),
    generation: 0,
    saved: 0,
    root,
    files: {
      read: (path) => {
        const absolute = resolve(workspace.root, path);
        return workspace.open.get(absolute)?.text ?? disk.read(absolute);
      },
      glob: (pattern) => {
        if (pattern.startsWith('/')) return disk.glob(pattern);
        const prefix = `${workspace.root}/`;
        return disk.glob(prefix + pattern).map((path) => path.slice(prefix.length));
      },
    },
  };
  return workspace;
}

/** The path of a document as profiles name it: seen from the root, absolute when it lies elsewhere. */
export function pathOf(workspace: Workspace, uri: string): string {
  return pathOfAbsolute(workspace, absoluteOf(uri));
}

export function pathOfAbsolute(workspace: Workspace, absolute: string): string {
  const prefix = `${workspace.root}/`;
  return absolute.startsWith(prefix) ? absolute.slice(prefix.length) : absolute;
}

/** The URI the client knows the file by; for a file that is not open, the one made from its path. */
export function uriOfPath(workspace: Workspace, path: string): string {
  const absolute = resolve(workspace.root, path);
  return workspace.open.get(absolute)?.uri ?? pathToFileURL(absolute).href;
}

/** A document that is no file has its URI for a path. */
export function absoluteOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return `/${uri}`;
  }
}

/** A document as it is now, opened or changed. */
export function openDocument(workspace: Workspace, document: TextDocument): void {
  const { uri, version } = document;
  const text = bytesOf(document.getText());
  workspace.open.set(absoluteOf(uri), { uri, version, text });
  workspace.generation += 1;
}

export function closeDocument(workspace: Workspace, uri: string): void {
  workspace.open.delete(absoluteOf(uri));
  workspace.generation += 1;
}
