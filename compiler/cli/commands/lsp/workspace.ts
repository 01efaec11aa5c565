/** The files as the editor has them: open ones from its buffers, all others from disk, below one folder. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { bytesOf } from './line-index.ts';

export type OpenDocument = {
  readonly uri: string;
  readonly version: number;
  /** Bytes, one char each, like all rule files. */
  readonly text: string;
};

export type Workspace = {
  /** Paths relative to the root. An open document replaces the file on disk. */
  readonly files: RuleFiles;
  /** By absolute path. */
  readonly open: Map<string, OpenDocument>;
  /** Counts changes. Results computed from the files are valid for one generation. */
  generation: number;
  /** Counts saved files and changes outside of the editor. */
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
      whyUnreadable: (path) => disk.whyUnreadable?.(resolve(workspace.root, path)),
      glob: (pattern) => {
        if (pattern.startsWith('/')) return disk.glob(pattern);
        const prefix = `${workspace.root}/`;
        return disk.glob(prefix + pattern).map((path) => path.slice(prefix.length));
      },
    },
  };
  return workspace;
}

/** Returns the path of a document as profiles name it: relative to the root, or absolute when it is outside. */
export function pathOf(workspace: Workspace, uri: string): string {
  return pathOfAbsolute(workspace, absoluteOf(uri));
}

export function pathOfAbsolute(workspace: Workspace, absolute: string): string {
  const prefix = `${workspace.root}/`;
  return absolute.startsWith(prefix) ? absolute.slice(prefix.length) : absolute;
}

/** Returns the URI by which the client knows the file; for a file that is not open, the one made from its path. */
export function uriOfPath(workspace: Workspace, path: string): string {
  const absolute = resolve(workspace.root, path);
  return workspace.open.get(absolute)?.uri ?? pathToFileURL(absolute).href;
}

/** Returns the absolute path. A document that is not a file has its URI as its path. */
export function absoluteOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return `/${uri}`;
  }
}

/** Stores the current text of a document that was opened or changed. */
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
