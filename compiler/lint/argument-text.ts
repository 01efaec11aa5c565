/** Reports text in arguments that can never match, because transformations of the rule remove it from every value. */
import type { Bytes, Node } from '#engine/regex/compile/ast.ts';
import {
  anyByte,
  type ByteSet,
  contains,
  membersOf,
  overlap,
  sizeOf,
} from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Link, Test } from '../2-resolve/ruleset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import { alphabetOf } from './alphabet.ts';
import type { LintContext } from './context.ts';
import { argumentOf, rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintArgumentText({ ruleSet, diagnostics }: LintContext): void {
  for (const link of rulesOfSet(ruleSet).flatMap((rule) => rule.links)) {
    // With multiMatch the operator also runs on the untransformed value.
    if (link.test !== undefined && !link.test.multiMatch) {
      reportUnmatchable(link, link.test, diagnostics);
    }
  }
}

function reportUnmatchable(link: Link, test: Test, diagnostics: Diagnostics): void {
  const written = argumentOf(link);
  const location = written && unmatchableLocation(test);
  if (written === undefined || location === undefined) return;
  const { byte, from, to } = location;
  const remover = removerOf(byte, test.transformations);
  const found = location.isNeeded
    ? problem.unmatchableText(show(byte), remover)
    : problem.deadAlternative(show(byte), remover);
  diagnostics.report(found, spanWithin(written, from, to));
}

type TextLocation = {
  readonly byte: number;
  readonly from: number;
  readonly to: number;
  /** True when nothing can match without the byte. */
  readonly isNeeded: boolean;
};

/** Returns the first position of the argument that accepts no byte a value can contain. */
function unmatchableLocation({
  argument,
  operator,
  transformations: names,
}: Test): TextLocation | undefined {
  const alphabet = alphabetOf(names);
  if (sizeOf(alphabet) === sizeOf(anyByte)) return undefined;
  if (argument.kind === 'Regex') return deadLocation(argument.regex.root, alphabet);
  // These operators compare the argument byte by byte.
  const comparesBytes = operator.containsArgument === true || operator.name === 'within';
  if (argument.kind !== 'Text' || !comparesBytes) return undefined;
  const [text, ...others] = argument.text;
  if (text?.kind !== 'Literal' || others.length > 0) return undefined;
  const from = [...text.text].findIndex((char) => !contains(alphabet, char.charCodeAt(0)));
  // Blanks in an argument of @within separate words for the reader; they have no effect on the operator.
  const isBlank = text.text[from] === ' ' && operator.name === 'within';
  if (from === -1 || isBlank) return undefined;
  return { byte: text.text.charCodeAt(from), from, to: from + 1, isNeeded: true };
}

function deadLocation(root: Node, alphabet: ByteSet): TextLocation | undefined {
  const isDead = ({ set }: Bytes): boolean => set.length > 0 && !overlap(set, alphabet);
  const node = deadBytes(root, isDead);
  const byte = node && membersOf(node.set)[0];
  if (node === undefined || byte === undefined) return undefined;
  return { byte, from: node.start, to: node.end, isNeeded: isNeeded(root, isDead) };
}

/**
 * Returns the first Bytes node that is dead. Optional nodes and negated look-around may be impossible to match, so they
 * are skipped.
 */
function deadBytes(node: Node, isDead: (bytes: Bytes) => boolean): Bytes | undefined {
  if (node.kind === 'Bytes') return isDead(node) ? node : undefined;
  if (isOptional(node)) return undefined;
  for (const child of childrenOf(node)) {
    const found = deadBytes(child, isDead);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOptional(node: Node): boolean {
  return (node.kind === 'Repeat' && node.min === 0) || (node.kind === 'Lookaround' && node.negated);
}

function isNeeded(node: Node, isDead: (bytes: Bytes) => boolean): boolean {
  if (node.kind === 'Bytes') return isDead(node);
  if (isOptional(node)) return false;
  const below = childrenOf(node);
  if (node.kind === 'Alternation') return below.every((child) => isNeeded(child, isDead));
  return below.some((child) => isNeeded(child, isDead));
}

function removerOf(byte: number, names: readonly TransformationName[]): TransformationName {
  const last = names.findLastIndex(
    (_, index) =>
      !contains(alphabetOf(names.slice(0, index + 1)), byte) &&
      contains(alphabetOf(names.slice(0, index)), byte),
  );
  return names[last] ?? 'lowercase';
}

function show(byte: number): string {
  const char = String.fromCharCode(byte);
  return byte > 0x20 && byte < 0x7f ? char : `\\x${byte.toString(16).padStart(2, '0')}`;
}
