/** Text -> AST: logical lines, their tokens, and what the grammar makes of them. */
import type { Diagnostics } from '../diagnostics.ts';
import type { SourceFile } from '../source.ts';
import type { Directive } from './ast.ts';
import { BadName } from './directive-tokens.ts';
import { Grammar } from './grammar.ts';
import { spanOf, tokenize } from './lexer.ts';
import { checkComments, logicalLines, spanIn } from './logical-lines.ts';
import * as problem from './problems.ts';
import { BlankBeforeOperator } from './rule-tokens.ts';
import { explainMismatch } from './syntax-errors.ts';

/** One for all files: building it takes longer than parsing a file does. */
const grammar = new Grammar();

/**
 * The directives of a rule file (latin1 text), in order. A directive that cannot be read is reported
 * once and stands as Broken, and the lines after it are read as if nothing had happened.
 */
export function parse(source: SourceFile, diagnostics: Diagnostics): readonly Directive[] {
  const directives: Directive[] = [];
  let broken = false;
  checkComments(source, diagnostics);
  for (const line of logicalLines(source, diagnostics)) {
    const { tokens, surplus } = tokenize(line.text);
    // A lost backslash breaks a directive in two: the rest, which has no name, is no second mistake.
    if (broken && tokens[0]?.tokenType === BadName) continue;
    const parsed = grammar.parseLine(line, tokens);
    broken = parsed.kind === 'Mismatch';
    if (parsed.kind === 'Mismatch') {
      const mistake = explainMismatch(parsed, tokens);
      diagnostics.report(mistake.problem, spanOf(line, mistake.token));
      directives.push({ kind: 'Broken', span: spanIn(line, 0, line.text.length) });
      continue;
    }
    directives.push(parsed);
    for (const comma of surplus) diagnostics.report(problem.missingAction(), spanOf(line, comma));
    for (const token of tokens) {
      if (token.tokenType !== BlankBeforeOperator) continue;
      diagnostics.report(problem.blankBeforeOperator(), spanOf(line, token));
    }
  }
  return directives;
}
