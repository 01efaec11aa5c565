/** Parses text to an AST: splits it into logical lines, splits these into tokens, and applies the grammar. */
import type { IToken, TokenType } from 'chevrotain';
import type { Diagnostics, Problem } from '../diagnostics.ts';
import { type SourceFile, textOf } from '../source.ts';
import type { Directive, SecRuleUpdateTarget } from './ast.ts';
import { cutAtDirective, isRest, join, lastByte } from './broken-lines.ts';
import { reportCarriageReturn } from './carriage-returns.ts';
import {
  BadName,
  LeadingArgument,
  SecAction,
  SecRule,
  UpdateAction,
  UpdateTarget,
} from './directive-tokens.ts';
import { Grammar } from './grammar.ts';
import { spanOf, tokenize } from './lexer.ts';
import { type LogicalLine, logicalLines } from './logical-lines.ts';
import * as problem from './problems.ts';
import { BareActionName, BlankBeforeOperator } from './rule-tokens.ts';
import { curlyQuote, explainMismatch, type Mistake } from './syntax-errors.ts';

/** One instance for all files, because building it takes longer than parsing a file. */
const grammar = new Grammar();

/**
 * Returns the directives of a rule file (latin1 text), in order. A directive that cannot be parsed is reported once and
 * becomes a Broken node; parsing continues on the next line.
 */
export function parse(source: SourceFile, diagnostics: Diagnostics): readonly Directive[] {
  if (reportCarriageReturn(source, diagnostics)) return [];
  const reader: Reader = { lines: [...logicalLines(source, diagnostics)].reverse(), diagnostics };
  const directives: Directive[] = [];
  for (let line = reader.lines.pop(); line !== undefined; line = reader.lines.pop()) {
    directives.push(readDirective(line, reader));
  }
  return directives;
}

type Reader = {
  /** The lines that are still to be parsed, in reverse order. */
  readonly lines: LogicalLine[];
  readonly diagnostics: Diagnostics;
};

function readDirective(line: LogicalLine, reader: Reader): Directive {
  const { tokens, surplus } = tokenize(line.text);
  const rejoined = readRejoined(line, tokens, reader);
  if (rejoined !== undefined) return rejoined;
  const directive = readLine(line, tokens);
  if (directive.kind === 'Mistake') return recover(line, directive, reader);
  report(line, tokens, surplus, directive, reader.diagnostics);
  return directive;
}

/**
 * Reports a line that cannot be parsed. Lines after it that have no directive name belong to it and are not reported
 * again.
 */
function recover(line: LogicalLine, mistake: Mistake, reader: Reader): Directive {
  const { lines, diagnostics } = reader;
  const cut = cutAtDirective(line);
  if (cut !== undefined) {
    lines.push(cut.after);
    const isWhole = readLine(cut.before, tokenize(cut.before.text).tokens).kind !== 'Mistake';
    if (isWhole) diagnostics.report(problem.strayBackslash(), cut.backslash);
    return readDirective(cut.before, { ...reader, lines: [] });
  }
  diagnostics.report(mistake.problem, spanOf(line, mistake.token));
  let { span } = line;
  for (let next = lines.at(-1); next !== undefined && isNameless(next); next = lines.at(-1)) {
    lines.pop();
    span = { ...span, end: next.span.end };
  }
  return { kind: 'Broken', span };
}

/** Returns whether the line may be a part of what is broken before it. A section of Apache is a mistake of its own. */
function isNameless({ text }: LogicalLine): boolean {
  return !text.startsWith('<') && tokenize(text).tokens[0]?.tokenType === BadName;
}

/** The highest number of lines after a directive that are tried as its continuation. */
const MOST_LOST = 8;

const CONTINUED: readonly (TokenType | undefined)[] = [
  SecRule,
  SecAction,
  UpdateAction,
  UpdateTarget,
];

/**
 * Returns the directive that `line` forms together with following lines that have no directive name; undefined when
 * there is none.
 */
function readRejoined(line: LogicalLine, tokens: IToken[], reader: Reader): Directive | undefined {
  const { lines, diagnostics } = reader;
  if (!CONTINUED.includes(tokens[0]?.tokenType)) return undefined;
  const rest: LogicalLine[] = [];
  for (let next = lines.at(-1); next !== undefined && isRest(next); next = lines.at(-1)) {
    if (rest.length === MOST_LOST) break;
    rest.push(next);
    lines.pop();
  }
  for (let count = rest.length; count > 0; count -= 1) {
    const torn = [line, ...rest.slice(0, count - 1)];
    const whole = rest.slice(0, count).reduce(join, line);
    const { tokens: all, surplus } = tokenize(whole.text);
    const directive = readLine(whole, all);
    if (directive.kind === 'Mistake') continue;
    lines.push(...rest.slice(count).reverse());
    for (const each of torn) {
      const span = lastByte(each);
      diagnostics.report(problem.missingBackslash(textOf(span)), span);
    }
    report(whole, all, surplus, directive, diagnostics);
    return directive;
  }
  lines.push(...rest.reverse());
  return undefined;
}

function report(
  line: LogicalLine,
  tokens: readonly IToken[],
  surplus: readonly IToken[],
  directive: Directive,
  diagnostics: Diagnostics,
): void {
  for (const comma of surplus) diagnostics.report(problem.missingAction(), spanOf(line, comma));
  if (directive.kind !== 'SecRule') return;
  for (const token of tokens) {
    const slip = slips.get(token.tokenType);
    if (slip !== undefined) diagnostics.report(slip(), spanOf(line, token));
  }
}

/** Tokens that are valid but probably not what the author meant. */
const slips: ReadonlyMap<TokenType, () => Problem> = new Map([
  [BlankBeforeOperator, problem.blankBeforeOperator],
  [BareActionName, problem.bareAction],
]);

/**
 * Parses one line. ModSecurity accepts a single action without quotes; of an unquoted list it would read only the first
 * word.
 */
function readLine(line: LogicalLine, tokens: IToken[]): Directive | Mistake {
  const parsed = grammar.parseLine(line, tokens);
  if (parsed.kind === 'Mismatch') return explainMismatch(parsed, tokens);
  if (parsed.kind === 'SecRuleUpdateTarget') return readReplacement(parsed, line, tokens);
  const bare = tokens.find(({ tokenType }) => tokenType === BareActionName);
  const isList = parsed.kind === 'SecRule' && parsed.actions.length > 1;
  if (bare === undefined || !isList) return parsed;
  const unquoted: Mistake = { kind: 'Mistake', problem: problem.unquotedActions(), token: bare };
  return curlyQuote(tokens) ?? unquoted;
}

/** Handles an update with two target lists: the last list replaces the one before it. */
function readReplacement(
  update: SecRuleUpdateTarget,
  line: LogicalLine,
  tokens: readonly IToken[],
): Directive | Mistake {
  const leading = tokens.filter(({ tokenType }) => tokenType === LeadingArgument);
  const list = leading.at(-1);
  const isSelection = leading.length === 1 || (update.by === 'Id' && IDS.test(list?.image ?? ''));
  if (list === undefined || isSelection) return update;
  // The line without its last argument is itself an update.
  const text = line.text.slice(0, list.startOffset + list.image.length);
  const shorter = readLine({ ...line, text }, tokenize(text).tokens);
  if (shorter.kind !== 'SecRuleUpdateTarget') return shorter;
  return { ...shorter, replaced: update.targets, span: update.span };
}

/** Ids, ranges and positions in chains; several may be in one pair of quotes. */
const IDS = /^"?[\d \t,:-]+"?$/;
