/** Text -> AST: logical lines, their tokens, and what the grammar makes of them. */
import type { IToken, TokenType } from 'chevrotain';
import type { Diagnostics, Problem } from '../diagnostics.ts';
import type { SourceFile } from '../source.ts';
import type { Directive, SecRuleUpdateTarget } from './ast.ts';
import { BadName, LeadingArgument } from './directive-tokens.ts';
import { Grammar } from './grammar.ts';
import { spanOf, tokenize } from './lexer.ts';
import { type LogicalLine, logicalLines, spanIn } from './logical-lines.ts';
import * as problem from './problems.ts';
import { BareActionName, BlankBeforeOperator } from './rule-tokens.ts';
import { explainMismatch, type Mistake } from './syntax-errors.ts';

/** One for all files: building it takes longer than parsing a file does. */
const grammar = new Grammar();

/**
 * The directives of a rule file (latin1 text), in order. A directive that cannot be read is reported
 * once and stands as Broken, and the lines after it are read as if nothing had happened.
 */
export function parse(source: SourceFile, diagnostics: Diagnostics): readonly Directive[] {
  const directives: Directive[] = [];
  let broken = false;
  for (const line of logicalLines(source, diagnostics)) {
    const { tokens, surplus } = tokenize(line.text);
    // A lost backslash breaks a directive in two: the rest, which has no name, is no second mistake.
    if (broken && tokens[0]?.tokenType === BadName) continue;
    const directive = readLine(line, tokens);
    broken = directive.kind === 'Mistake';
    if (directive.kind === 'Mistake') {
      diagnostics.report(directive.problem, spanOf(line, directive.token));
      directives.push({ kind: 'Broken', span: spanIn(line, 0, line.text.length) });
      continue;
    }
    directives.push(directive);
    for (const comma of surplus) diagnostics.report(problem.missingAction(), spanOf(line, comma));
    for (const token of tokens) {
      const slip = slips.get(token.tokenType);
      const isRule = directive.kind === 'SecRule';
      if (slip !== undefined && isRule) diagnostics.report(slip(), spanOf(line, token));
    }
  }
  return directives;
}

/** Tokens of rules that load, and hardly mean what was meant. */
const slips: ReadonlyMap<TokenType, () => Problem> = new Map([
  [BlankBeforeOperator, problem.blankBeforeOperator],
  [BareActionName, problem.bareAction],
]);

/** ModSecurity takes one action of a rule without quotes; of a list it would be the first word. */
function readLine(line: LogicalLine, tokens: IToken[]): Directive | Mistake {
  const parsed = grammar.parseLine(line, tokens);
  if (parsed.kind === 'Mismatch') return explainMismatch(parsed, tokens);
  if (parsed.kind === 'SecRuleUpdateTarget') return readReplacement(parsed, line, tokens);
  const bare = tokens.find(({ tokenType }) => tokenType === BareActionName);
  const isList = parsed.kind === 'SecRule' && parsed.actions.length > 1;
  if (bare === undefined || !isList) return parsed;
  return { kind: 'Mistake', problem: problem.unquotedActions(), token: bare };
}

/** With a list before the last one, that is what is written instead of the last one. */
function readReplacement(
  update: SecRuleUpdateTarget,
  line: LogicalLine,
  tokens: readonly IToken[],
): Directive | Mistake {
  const leading = tokens.filter(({ tokenType }) => tokenType === LeadingArgument);
  const list = leading.at(-1);
  const isSelection = leading.length === 1 || (update.by === 'Id' && IDS.test(list?.image ?? ''));
  if (list === undefined || isSelection) return update;
  // The line without its last argument: an update of its own.
  const text = line.text.slice(0, list.startOffset + list.image.length);
  const shorter = readLine({ ...line, text }, tokenize(text).tokens);
  if (shorter.kind !== 'SecRuleUpdateTarget') return shorter;
  return { ...shorter, replaced: update.targets, span: update.span };
}

/** Ids, ranges and places in chains, also several in quotes. */
const IDS = /^"?[\d \t,:-]+"?$/;
