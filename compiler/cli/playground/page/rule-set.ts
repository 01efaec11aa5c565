/** The files of the page, and which of them the compiler does not have yet. */
import { bytesOfText } from '../../../utf8.ts';
import type { Change } from '../protocol.ts';
import type { OpenedFile } from './open-files.ts';
import type { Workspace } from './share-link.ts';

export type RuleSet = {
  readonly files: Map<string, OpenedFile>;
  entries: readonly string[];
  /** The entries that the compiler has. */
  sent: readonly string[] | undefined;
  request: string;
  revision: number;
  /** Paths. */
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

/** In place of everything there was. */
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

/** What has changed since the last time. */
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

/** What is no Latin-1 has been typed into a file that is. */
function bytesOf({ text, encoding }: OpenedFile): string {
  if (encoding === 'utf-8') return bytesOfText(text);
  return text.replace(/[^\0-\xff]/g, '?');
}

/** What a link holds. */
export function workspaceOf({ files, entries, request }: RuleSet): Workspace {
  return {
    files: Array.from(files.values(), ({ path, text }) => ({ path, text })),
    entries,
    request,
  };
}
