/** The files of the page, and the changes that the compiler has not received yet. */
import { bytesOfText } from '#compiler/utf8.ts';
import type { Change } from '../protocol.ts';
import type { OpenedFile } from './open-files.ts';
import type { Workspace } from './share-link.ts';

export type RuleSet = {
  readonly files: Map<string, OpenedFile>;
  entries: readonly string[];
  /** The entries that were last sent to the compiler. */
  sent: readonly string[] | undefined;
  request: string;
  revision: number;
  /** Paths of the files that were changed, or removed, since the last message to the compiler. */
  readonly changed: Set<string>;
  readonly removed: Set<string>;
};

export function createRuleSet(): RuleSet {
  return {
    files: new Map(),
    entries: [],
    sent: undefined,
    request: '',
    revision: 0,
    changed: new Set(),
    removed: new Set(),
  };
}

/** Replaces all files, the entries and the request. */
export function replaceAll(rules: RuleSet, { files, entries, request }: Workspace): void {
  for (const path of [...rules.files.keys()]) removeFile(rules, path);
  for (const { path, text } of files) putFile(rules, { path, text, encoding: 'utf-8' });
  rules.entries = entries;
  rules.request = request;
}

export function putFile(rules: RuleSet, file: OpenedFile): void {
  rules.files.set(file.path, file);
  rules.changed.add(file.path);
  rules.removed.delete(file.path);
}

export function removeFile(rules: RuleSet, path: string): void {
  rules.files.delete(path);
  rules.changed.delete(path);
  rules.removed.add(path);
}

/** Returns the changes since the last call. */
export function takeChange(rules: RuleSet): Change {
  const files = [...rules.changed].flatMap((path) => {
    const file = rules.files.get(path);
    return file === undefined ? [] : [{ path, text: bytesOf(file) }];
  });
  const removed = [...rules.removed];
  const { entries, sent } = rules;
  const changesRules = files.length + removed.length > 0 || sent !== entries;
  rules.changed.clear();
  rules.removed.clear();
  rules.sent = entries;
  rules.revision += 1;
  const { revision } = rules;
  const request = bytesOfText(rules.request);
  return { kind: 'Change', revision, files, removed, entries, changesRules, request };
}

/** Returns the bytes of a file. In a latin1 file, chars outside Latin-1 that the user has typed become `?`. */
function bytesOf({ text, encoding }: OpenedFile): string {
  if (encoding === 'utf-8') return bytesOfText(text);
  return text.replace(/[^\0-\xff]/g, '?');
}

/** Returns the content of a link. */
export function workspaceOf({ files, entries, request }: RuleSet): Workspace {
  return {
    files: Array.from(files.values(), ({ path, text }) => ({ path, text })),
    entries,
    request,
  };
}
