/** Transformations against each other and against the text they are compared with. */
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Link, Test } from '../2-resolve/ruleset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type TransformationName, transformations } from '../language/transformations.ts';
import type { Node } from '../regex/ast.ts';
import { contains, membersOf } from '../regex/byte-set.ts';
import { childrenOf } from '../regex/children-of.ts';
import { alphabetOf } from './alphabet.ts';
import type { LintContext } from './lint.ts';
import { actionSpan, argumentOf, rulesOfSet } from './places.ts';
import * as problem from './problems.ts';

export function lintTransformations({ ruleSet, diagnostics }: LintContext): void {
  for (const link of rulesOfSet(ruleSet).flatMap((rule) => rule.links)) {
    const { test } = link;
    if (test === undefined) continue;
    reportCleared(link, diagnostics);
    reportCancelled(link, test, diagnostics);
    reportOrder(link, test, diagnostics);
    // With multiMatch the value as it was is compared too.
    if (!test.multiMatch) reportUnmatchable(link, test, diagnostics);
  }
}

/** What stands before a t:none of the same list. */
function reportCleared(link: Link, diagnostics: Diagnostics): void {
  const written = link.written.actions.filter((action) => action.name.text.toLowerCase() === 't');
  const isNone = written.map((action) => action.argument?.text.toLowerCase() === 'none');
  const last = isNone.lastIndexOf(true);
  written.forEach((action, index) => {
    if (index >= last || isNone[index] === true) return;
    const name = action.argument?.text ?? '';
    diagnostics.report(
      problem.uselessTransformation(name, 't:none behind it clears the list'),
      action.span,
    );
  });
}

/** First of a pair -> those that undo it when they come next. */
const UNDONE: ReadonlyMap<TransformationName, readonly TransformationName[]> = new Map<
  TransformationName,
  readonly TransformationName[]
>([
  ['base64Encode', ['base64Decode', 'base64DecodeExt']],
  ['hexEncode', ['hexDecode']],
  ['lowercase', ['uppercase']],
  ['uppercase', ['lowercase']],
  ['urlEncode', ['urlDecode', 'urlDecodeUni']],
]);

/** Done a second time at once, these change nothing. */
const IDEMPOTENT: ReadonlySet<TransformationName> = new Set<TransformationName>([
  'compressWhitespace',
  'lowercase',
  'normalizePath',
  'normalizePathWin',
  'removeNulls',
  'removeWhitespace',
  'replaceNulls',
  'trim',
  'trimLeft',
  'trimRight',
  'uppercase',
]);

function reportCancelled(
  link: Link,
  { transformations: names }: Test,
  diagnostics: Diagnostics,
): void {
  names.forEach((name, index) => {
    const next = names[index + 1];
    if (next === undefined) return;
    const span = transformationSpan(link, name);
    if (UNDONE.get(name)?.includes(next) === true) {
      diagnostics.report(problem.uselessTransformation(name, `t:${next} undoes it`), span);
    } else if (name === next && IDEMPOTENT.has(name)) {
      const why = 'it stands there twice';
      diagnostics.report(problem.uselessTransformation(name, why), span);
    }
  });
}

/** These make bytes that the value did not hold. */
const DECODERS: ReadonlySet<TransformationName> = new Set<TransformationName>([
  'base64Decode',
  'base64DecodeExt',
  'cssDecode',
  'escapeSeqDecode',
  'hexDecode',
  'htmlEntityDecode',
  'jsDecode',
  'sqlHexDecode',
  'urlDecode',
  'urlDecodeUni',
]);

const CASES: ReadonlySet<TransformationName> = new Set<TransformationName>([
  'lowercase',
  'uppercase',
]);

/** A case that is changed before a decoder, and not again behind it. */
function reportOrder(link: Link, { transformations: names }: Test, diagnostics: Diagnostics): void {
  names.forEach((name, index) => {
    const behind = names.slice(index + 1);
    const decoder = behind.find((other) => DECODERS.has(other));
    if (!CASES.has(name) || decoder === undefined || behind.includes(name)) return;
    const problemFound = problem.transformationOrder(name, decoder);
    diagnostics.report(problemFound, transformationSpan(link, name));
  });
}

function transformationSpan(link: Link, name: TransformationName): ReturnType<typeof actionSpan> {
  return actionSpan(link, 't', (text) => transformations.get(text.toLowerCase()) === name);
}

/** Operators that look for their argument byte by byte. */
const TEXT_OPERATORS: ReadonlySet<string> = new Set([
  'beginsWith',
  'contains',
  'containsWord',
  'endsWith',
  'streq',
  'strmatch',
  'within',
]);

function reportUnmatchable(link: Link, test: Test, diagnostics: Diagnostics): void {
  const written = argumentOf(link);
  const place = written && unmatchablePlace(test);
  if (written === undefined || place === undefined) return;
  const { byte, from, to } = place;
  diagnostics.report(
    problem.unmatchableText(show(byte), removerOf(byte, test.transformations)),
    spanWithin(written, from, to),
  );
}

type Place = { readonly byte: number; readonly from: number; readonly to: number };

/** The first place of the argument at which no byte that a value can hold is accepted. */
function unmatchablePlace({ argument, operator, transformations: names }: Test): Place | undefined {
  const alphabet = alphabetOf(names);
  if (argument.kind === 'Regex') {
    const node = deadBytes(argument.regex.root, (byte) => contains(alphabet, byte));
    const byte = node?.kind === 'Bytes' ? membersOf(node.set)[0] : undefined;
    return node && byte !== undefined ? { byte, from: node.start, to: node.end } : undefined;
  }
  if (argument.kind !== 'Text' || !TEXT_OPERATORS.has(operator.name)) return undefined;
  const [text, ...others] = argument.text;
  if (text?.kind !== 'Literal' || others.length > 0) return undefined;
  const from = [...text.text].findIndex((char) => !contains(alphabet, char.charCodeAt(0)));
  // Blanks separate the words of @within for its reader; the operator itself does not care.
  const isBlank = text.text[from] === ' ' && operator.name === 'within';
  if (from === -1 || isBlank) return undefined;
  return { byte: text.text.charCodeAt(from), from, to: from + 1 };
}

function deadBytes(node: Node, isPossible: (byte: number) => boolean): Node | undefined {
  if (node.kind === 'Bytes') {
    return node.set.length > 0 && !membersOf(node.set).some(isPossible) ? node : undefined;
  }
  // What must not stand there may well be impossible.
  if (node.kind === 'Lookaround' && node.negated) return undefined;
  for (const child of childrenOf(node)) {
    const found = deadBytes(child, isPossible);
    if (found !== undefined) return found;
  }
  return undefined;
}

function removerOf(byte: number, names: readonly TransformationName[]): TransformationName {
  const last = names.findLastIndex(
    (name, index) =>
      !contains(alphabetOf(names.slice(0, index + 1)), byte) &&
      contains(alphabetOf(names.slice(0, index)), byte),
  );
  return names[last] ?? 'lowercase';
}

function show(byte: number): string {
  const char = String.fromCharCode(byte);
  return byte > 0x20 && byte < 0x7f ? char : `\\x${byte.toString(16).padStart(2, '0')}`;
}
