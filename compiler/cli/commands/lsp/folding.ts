/** Folding ranges: directives of several lines, chains, and blocks of comments. */
import {
  type FoldingRange,
  FoldingRangeKind,
  type FoldingRangeParams,
} from 'vscode-languageserver/node';
import type { Directive } from '#compiler/1-parse/ast.ts';
import { type LineIndex, positionAt } from './line-index.ts';
import { openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

export function foldingRanges(
  session: Session,
  { textDocument }: FoldingRangeParams,
): FoldingRange[] {
  const file = openFile(session, pathOf(session.workspace, textDocument.uri));
  if (file === undefined) return [];
  const lines = ({ span: { start, end } }: Directive) => ({
    startLine: positionAt(file.index, start).line,
    endLine: positionAt(file.index, Math.max(start, end - 1)).line,
  });
  const blocks = [
    ...file.directives.map(lines),
    ...chains(file.directives).map(([first, last]) => ({
      startLine: lines(first).startLine,
      endLine: lines(last).endLine,
    })),
  ];
  return [
    ...blocks.filter(({ startLine, endLine }) => endLine > startLine),
    ...comments(file.index),
  ];
}

type Chain = readonly [first: Directive, last: Directive];

/** Returns the chains of two or more rules. */
function chains(directives: readonly Directive[]): readonly Chain[] {
  const found: Chain[] = [];
  let first: Directive | undefined;
  for (const directive of directives) {
    if (isChained(directive)) first ??= directive;
    else {
      if (first !== undefined) found.push([first, directive]);
      first = undefined;
    }
  }
  return found;
}

function isChained(directive: Directive): boolean {
  return (
    directive.kind === 'SecRule' &&
    directive.actions.some(({ name }) => name.text.toLowerCase() === 'chain')
  );
}

/** Returns the blocks of two or more comment lines. */
function comments({ text }: LineIndex): readonly FoldingRange[] {
  const isComment = text.split('\n').map((line) => /^[ \t]*#/.test(line));
  return isComment.flatMap((each, startLine) => {
    if (!each || isComment[startLine - 1] === true) return [];
    const after = isComment.indexOf(false, startLine);
    const endLine = (after === -1 ? isComment.length : after) - 1;
    return endLine > startLine ? [{ startLine, endLine, kind: FoldingRangeKind.Comment }] : [];
  });
}
