/** Evaluates an XPath on the tokens of a document: without a tree, with one entry in memory for each open element. */

import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { isVocabulary, MOST_LEVELS, type ParsedXml } from './parse-xml.ts';
import type { XmlTag } from './xml-tag.ts';
import { tokenizeXml, type XmlToken } from './xml-tokens.ts';
import type { XPath, XPathStep } from './xpath.ts';

/**
 * An open element, or the document. Bit `i` of `reached`: the first `i` steps of the path lead to this node; bit `i`
 * of `inside`: they lead to it or to an element around it.
 */
type Node = {
  readonly reached: number;
  readonly inside: number;
  /** For each step, how many children it has selected so far. */
  readonly counts: number[];
  /** Prefixes that this element binds while it is open. */
  readonly declared: readonly ByteString[];
};

type Evaluation = {
  readonly steps: readonly XPathStep[];
  readonly nodes: Node[];
  /** Number of open elements beyond the limit of levels: their content is read, but they are not matched. */
  skipped: number;
  readonly values: ByteString[];
  /** Prefix -> the URIs that open elements bind it to, the innermost last; undefined: no step has a prefix. */
  readonly bindings: Map<ByteString, ByteString[]> | undefined;
};

/**
 * Returns the values of a path, in document order. An element stands for the texts in it, at any depth, each as a
 * value of its own and only once, as in `XML:/*`; `text()` for the texts directly in it. Returns at most `limit`
 * values. Reads the whole document again, so callers cache the result for the transaction.
 */
export function evaluateXPath(xml: ParsedXml, path: XPath, limit: number): readonly ByteString[] {
  if (path.text === '/*') return xml.texts;
  if (path.text === '//@*') return xml.attributes;
  const document = { reached: 1, inside: 1, counts: [], declared: [] };
  const evaluation: Evaluation = {
    steps: path.steps,
    nodes: [document],
    skipped: 0,
    values: [],
    bindings: path.bound === undefined ? undefined : new Map(),
  };
  for (const token of tokenizeXml(xml.source)) {
    readToken(evaluation, token);
    if (evaluation.values.length >= limit) break;
  }
  return evaluation.values.slice(0, limit);
}

function readToken(evaluation: Evaluation, token: XmlToken): void {
  if (token.kind === 'Text') addText(evaluation, trimSpace(token.value));
  if (token.kind === 'Open' || token.kind === 'Empty') openElement(evaluation, token);
  if (token.kind === 'Close' || token.kind === 'Empty') closeElement(evaluation);
}

function closeElement(evaluation: Evaluation): void {
  if (evaluation.skipped > 0) evaluation.skipped -= 1;
  else if (evaluation.nodes.length > 1) {
    const node = evaluation.nodes.pop();
    for (const prefix of node?.declared ?? []) evaluation.bindings?.get(prefix)?.pop();
  }
}

/** Binds the prefixes of xmlns="..." and xmlns:p="..." and returns them. */
function declare(
  { bindings }: Evaluation,
  attributes: XmlTag['attributes'],
): readonly ByteString[] {
  if (bindings === undefined) return [];
  const declared: ByteString[] = [];
  for (const [name, uri] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const prefix = name.slice('xmlns:'.length);
    const known = bindings.get(prefix);
    if (known === undefined) bindings.set(prefix, [uri]);
    else known.push(uri);
    declared.push(prefix);
  }
  return declared;
}

/**
 * Returns whether the name in the step matches this name. An attribute without prefix is in no namespace, an element
 * in the default one.
 */
function isNamed(step: XPathStep, name: ByteString, { bindings }: Evaluation): boolean {
  if (step.namespace === undefined) return step.name === '*' || step.name === name;
  const colon = name.indexOf(':');
  if (step.name !== '*' && name.slice(colon + 1) !== step.name) return false;
  if (colon === -1 && step.test === 'Attribute') return false;
  return bindings?.get(name.slice(0, Math.max(colon, 0)))?.at(-1) === step.namespace;
}

function openElement(evaluation: Evaluation, { name, attributes }: XmlTag): void {
  const { nodes, steps, values } = evaluation;
  const parent = nodes.at(-1);
  if (parent === undefined || nodes.length > MOST_LEVELS) {
    evaluation.skipped += 1;
    return;
  }
  const declared = declare(evaluation, attributes);
  let reached = 0;
  for (const [index, step] of steps.entries()) {
    if (step.test !== 'Element' || !isNamed(step, name, evaluation)) continue;
    if (isChildSelected(parent, step, index)) {
      reached |= 1 << (index + 1);
    }
  }
  const node = { reached, inside: parent.inside | reached, counts: [], declared };
  nodes.push(node);
  const last = steps.at(-1);
  if (last?.test !== 'Attribute' || !hasContext(node, last, steps.length - 1)) return;
  for (const attribute of attributes) {
    if (isVocabulary(attribute) || !isNamed(last, attribute[0], evaluation)) continue;
    values.push(attribute[1]);
  }
}

/** Returns whether the steps before `index` lead to the node, so that step `index` can continue from it. */
function hasContext(node: Node, step: XPathStep, index: number): boolean {
  const bits = step.axis === 'Child' ? node.reached : node.inside;
  return (bits & (1 << index)) !== 0;
}

function isChildSelected(parent: Node, step: XPathStep, index: number): boolean {
  if (!hasContext(parent, step, index)) return false;
  if (step.index === undefined) return true;
  const count = (parent.counts[index] ?? 0) + 1;
  parent.counts[index] = count;
  return count === step.index;
}

function addText(evaluation: Evaluation, value: ByteString): void {
  const { nodes, steps, values } = evaluation;
  const node = nodes.at(-1);
  const last = steps.at(-1);
  if (value === '' || node === undefined || last === undefined) return;
  const isWanted =
    last.test === 'Text'
      ? hasContext(node, last, steps.length - 1)
      : last.test === 'Element' && (node.inside & (1 << steps.length)) !== 0;
  if (isWanted) values.push(value);
}
