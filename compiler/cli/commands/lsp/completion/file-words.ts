/** Completes file names relative to the rule file. */
import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CompletionItemKind } from 'vscode-languageserver/node';
import { pathOfBytes } from '#compiler/rule-files.ts';
import type { Word } from './words.ts';

/**
 * Returns the content of the folder of `typed`, which is bytes like all text of rule files; folders end in a slash. Empty
 * when it cannot be read.
 */
export function fileWords(ruleFile: string, typed: string): readonly Word[] {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  return entriesOf(resolve(dirname(ruleFile), pathOfBytes(folder))).map((entry) => {
    const isFolder = entry.isDirectory();
    return {
      label: `${folder}${entry.name}${isFolder ? '/' : ''}`,
      kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
      detail: '',
    };
  });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'latin1' }).filter(
      ({ name }) => !name.startsWith('.'),
    );
  } catch {
    return [];
  }
}
