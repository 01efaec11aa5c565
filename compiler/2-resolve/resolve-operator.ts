/** Resolves operators: looks up the name and parses the argument as the operator's record requires. */
import { splitTrimmed } from '#engine/bytes/split-trimmed.ts';
import { parseIpList } from '#engine/operators/ip-set.ts';
import type { Parsed } from '#engine/operators/parsed.ts';
import { parsePathTemplate } from '#engine/operators/restpath.ts';
import { parseByteRanges } from '#engine/operators/validate-byte-range.ts';
import { parseNidArgument } from '#engine/operators/validate-nid.ts';
import { parsePhrases } from '#engine/text-search/phrase-list.ts';
import type * as ast from '../1-parse/ast.ts';
import { spanWithin, subText } from '../1-parse/source-offset.ts';
import type { Diagnostics, Problem } from '../diagnostics.ts';
import {
  type ArgumentKind,
  type Operator,
  operators,
  refusedOperators,
  skippedOperators,
} from '../language/operators/index.ts';
import { type Span, textOf } from '../source.ts';
import {
  type DataFiles,
  dataLines,
  datasetLines,
  entryOf,
  fileLines,
  isUnread,
} from './data-files.ts';
import * as nameProblem from './name-problems.ts';
import * as problem from './problems.ts';
import { reportLiteralMacros, resolveExpression } from './resolve-expression.ts';
import { resolveMacro } from './resolve-macro.ts';
import { resolveRegex } from './resolve-regex.ts';
import type { Argument } from './ruleset.ts';

export type ResolvedOperator = {
  readonly operator: Operator;
  readonly negated: boolean;
  readonly argument: Argument;
};

/** Lists that operators refer to: data files, and the datasets defined so far. */
export type OperatorData = {
  readonly files: DataFiles;
  readonly datasets: ReadonlyMap<string, ast.SecDataset>;
  /** SecPcreMatchLimit. */
  readonly matchLimit: number;
};

/** Returns the operator, or undefined after a report. */
export function resolveOperator(
  written: ast.Operator,
  data: OperatorData,
  diagnostics: Diagnostics,
): ResolvedOperator | undefined {
  const name = written.name.text;
  const operator = operators.get(name.toLowerCase());
  if (operator === undefined) {
    if (name.startsWith('!')) reportLateNegation(written, diagnostics);
    else diagnostics.report(missingOperator(name), written.name.span);
    return undefined;
  }
  if (!EXPANDING.has(operator.argument)) {
    reportLiteralMacros(operator.name, written.argument, diagnostics);
  }
  const argument = resolveArgument(operator, written.argument, data, diagnostics);
  return argument === undefined ? undefined : { operator, negated: written.negated, argument };
}

/** Kinds of arguments in which ModSecurity 2 or 3 expands macros, and kinds that are not read. */
const EXPANDING: ReadonlySet<ArgumentKind> = new Set([
  'text',
  'number',
  'regex',
  'none',
  'transaction',
]);

function missingOperator(name: string): Problem {
  const skipped = skippedOperators.get(name.toLowerCase())?.why;
  if (skipped !== undefined) return nameProblem.skippedOperator(name, skipped);
  const refused = refusedOperators.get(name.toLowerCase())?.why;
  if (refused !== undefined) return nameProblem.refusedOperator(name, refused);
  const names = [...operators.values()].map((row) => row.name);
  return nameProblem.unknownOperator(name, names);
}

/** Reports `@!NAME`. No name that only resembles it is suggested: it would drop the negation. */
function reportLateNegation({ name, negated }: ast.Operator, diagnostics: Diagnostics): void {
  const operator = operators.get(name.text.slice(1).toLowerCase());
  const start = name.span.start - 1;
  const isFixable = !negated && name.span.source.text[start] === '@';
  const span = isFixable ? { ...name.span, start } : name.span;
  diagnostics.report(
    nameProblem.lateNegation(name.text, isFixable ? operator?.name : undefined),
    span,
  );
}

function resolveArgument(
  operator: Operator,
  written: ast.Text,
  data: OperatorData,
  diagnostics: Diagnostics,
): Argument | undefined {
  switch (operator.argument) {
    case 'none':
      return { kind: 'None' };
    case 'transaction':
      return { kind: 'Transaction' };
    case 'text':
    case 'number':
      return { kind: 'Text', text: resolveMacro(written, diagnostics) };
    case 'regex':
      return resolveExpression(written, data.matchLimit, diagnostics);
    case 'check': {
      const compiled = resolveRegex(written, diagnostics);
      return compiled && { kind: 'Regex', source: written.text, ...compiled };
    }
    case 'byteRange': {
      const parsed = parseByteRanges(written.text);
      if (parsed.kind === 'Ok') return { kind: 'ByteRange', ranges: parsed.value };
      return reportItems(operator, written, parseByteRanges, diagnostics);
    }
    case 'template': {
      const parsed = parsePathTemplate(written.text);
      if (parsed.kind === 'Ok') return { kind: 'Template', template: parsed.value };
      return reportArgument(operator, written, parsed, diagnostics);
    }
    case 'nationalId':
      return resolveCandidates(operator, written, diagnostics);
    case 'phrases':
      return resolvePhrases(operator, written, diagnostics);
    case 'addresses': {
      const parsed = parseIpList(written.text);
      if (parsed.kind === 'Ok') return { kind: 'Addresses', entries: parsed.value };
      return reportItems(operator, written, parseIpList, diagnostics);
    }
    default:
      return resolveList(operator, written, data, diagnostics);
  }
}

function resolveCandidates(
  operator: Operator,
  written: ast.Text,
  diagnostics: Diagnostics,
): Argument | undefined {
  const parsed = parseNidArgument(written.text);
  if (parsed.kind === 'Error') return reportArgument(operator, written, parsed, diagnostics);
  const { country, index } = parsed.value;
  const pattern = subText(written, index, written.text.length);
  const compiled = resolveRegex(pattern, diagnostics);
  return compiled && { kind: 'Candidates', country, source: pattern.text, code: compiled.code };
}

function resolvePhrases(
  operator: Operator,
  written: ast.Text,
  diagnostics: Diagnostics,
): Argument | undefined {
  const phrases = parsePhrases(written.text);
  if (phrases.length === 0) {
    return reportArgument(
      operator,
      written,
      { message: 'Expected at least one phrase.', index: 0 },
      diagnostics,
    );
  }
  for (const { index, 0: blanks } of written.text.matchAll(/[\t ]{2,}/g)) {
    const span = spanWithin(written, index, index + blanks.length);
    const { source, start, end } = span;
    diagnostics.report(problem.doubleBlank(source.text.slice(start, end)), span);
  }
  return { kind: 'Phrases', phrases, file: undefined };
}

type ParseError = { readonly message: string; readonly index: number };

function reportArgument(
  operator: Operator,
  written: ast.Text,
  error: ParseError,
  diagnostics: Diagnostics,
): undefined {
  const location = spanWithin(written, error.index, error.index + 1);
  diagnostics.report(problem.badOperatorArgument(operator.name, error.message), location);
  return undefined;
}

/** Reports each bad item of a list with commas. `parse` parses the whole list. */
function reportItems(
  operator: Operator,
  written: ast.Text,
  parse: (text: string) => Parsed<unknown>,
  diagnostics: Diagnostics,
): undefined {
  for (const { text, index } of splitTrimmed(written.text)) {
    // A blank stands for an empty item: the empty text is a whole argument.
    const parsed = parse(text === '' ? ' ' : text);
    if (parsed.kind === 'Ok') continue;
    reportArgument(operator, written, { message: parsed.message, index }, diagnostics);
  }
  return undefined;
}

/** Resolves operators whose list is in files or in a SecDataset. */
function resolveList(
  operator: Operator,
  written: ast.Text,
  data: OperatorData,
  diagnostics: Diagnostics,
): Argument | undefined {
  const isDataset = operator.argument === 'phraseDataset' || operator.argument === 'addressDataset';
  const lines = isDataset
    ? data.datasets.get(written.text)?.entries
    : dataLines(written, data.files);
  if (lines === undefined) {
    reportMissing(operator, written, isDataset ? undefined : data.files, diagnostics);
    return undefined;
  }
  if (operator.argument === 'phraseFile' || operator.argument === 'phraseDataset') {
    return { kind: 'Phrases', phrases: lines, file: isDataset ? undefined : written.text };
  }
  const parsed = parseIpList(lines.join(','));
  if (parsed.kind === 'Ok') return { kind: 'Addresses', entries: parsed.value };
  const named = isDataset ? data.datasets.get(written.text) : undefined;
  const locations = named === undefined ? fileLines(written, data.files) : datasetLines(named);
  return reportLines(operator, written, locations, diagnostics);
}

/** Reports the files that cannot be read, or without `files` the data set that does not exist. */
function reportMissing(
  operator: Operator,
  written: ast.Text,
  files: DataFiles | undefined,
  diagnostics: Diagnostics,
): void {
  if (written.text === '') {
    const message = `Expected the name of a ${files === undefined ? 'data set' : 'file'}.`;
    reportArgument(operator, written, { message, index: 0 }, diagnostics);
    return;
  }
  if (files === undefined) {
    diagnostics.report(problem.unknownDataset(written.text), written.span);
    return;
  }
  for (const { 0: path, index } of written.text.matchAll(/[^ \t]+/g)) {
    const file = files(path, written.span.source.path);
    if (!isUnread(file)) continue;
    const span = spanWithin(written, index, index + path.length);
    diagnostics.report(problem.missingDataFile(path, file.why), span);
  }
}

/** Reports each line of a list that is no list of addresses itself. */
function reportLines(
  operator: Operator,
  written: ast.Text,
  lines: readonly Span[],
  diagnostics: Diagnostics,
): undefined {
  const reader = { message: 'The rule that reads the list is here', span: written.span };
  for (const line of lines) {
    const parsed = parseIpList(entryOf(textOf(line)));
    if (parsed.kind === 'Ok') continue;
    diagnostics.report(problem.badOperatorArgument(operator.name, parsed.message), line, [reader]);
  }
  return undefined;
}
