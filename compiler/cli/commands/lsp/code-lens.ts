/** Code lenses above each rule, which explain it and run its tests. */
import type { CodeLens, CodeLensParams, Command } from 'vscode-languageserver/node';
import { countNoun } from '#compiler/count-noun.ts';
import { commandNames } from './command-names.ts';
import { rangeOf } from './line-index.ts';
import { definesRule } from './mentions/mention.ts';
import { mentionsOf } from './mentions/mentions-of.ts';
import { openFile, type Session } from './session.ts';
import { testFilesOf } from './test-files.ts';
import { pathOf } from './workspace.ts';

export function codeLenses(session: Session, { textDocument }: CodeLensParams): CodeLens[] {
  const { uri } = textDocument;
  const file = openFile(session, pathOf(session.workspace, uri));
  if (file === undefined) return [];
  return file.directives.flatMap((directive) => {
    const id = mentionsOf(directive).find(definesRule);
    if (id === undefined) return [];
    const range = rangeOf(file.index, directive.span.start, directive.span.start);
    const commands = commandsOf(uri, id.from, testFilesOf(session, id.from).length);
    return commands.map((command) => ({ range, command }));
  });
}

function commandsOf(uri: string, id: number, files: number): readonly Command[] {
  const explain = { title: 'Explain', command: commandNames.explain, arguments: [uri, id] };
  if (files === 0) return [explain];
  const title = files === 1 ? 'Run its tests' : `Run its tests in ${countNoun(files, 'file')}`;
  return [explain, { title, command: commandNames.test, arguments: [uri, id] }];
}
