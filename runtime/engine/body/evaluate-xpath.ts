/** Evaluates an XPath on the tokens of a document: without a tree, with one entry in memory for each open element. */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import {
  addMixedText,
  closeMixed,
  joinedTexts,
  type MixedContent,
  newMixedContent,
  openMixed,
} from './mixed-content.ts';
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
  /** The path selects the texts directly in it. */
  readonly isRead: boolean;
};

export type XPathValues = {
  /** In document order. */
  readonly values: readonly ByteString[];
  /** Texts with elements between them, joined as back ends read them. */
  readonly joined: readonly ByteString[];
};

type Evaluation = {
  readonly steps: readonly XPathStep[];
  readonly nodes: Node[];
  /** Number of open elements beyond the limit of levels: their content is read, but they are not matched. */
  skipped: number;
  readonly values: ByteString[];
  /** Of the elements whose texts are selected. */
  readonly mixed: MixedContent;
  /** Prefix -> the URIs that open elements bind it to, the innermost last; undefined: no step has a prefix. */
  readonly bindings: Map<ByteString, ByteString[]> | undefined;
};

/**
 * Returns the values of a path. An element stands for the texts in it, at any depth, each as a value of its own and only
 * once, as in `XML:/*`; `text()` for the texts directly in it. Other paths than `/*` have their elements also whole, as
 * ModSecurity has them. Returns at most `limit` values. Reads the whole document again, so callers cache the result for
 * the transaction.
 */
export function evaluateXPath(xml: ParsedXml, path: XPath, limit: number): XPathValues {
  if (path.text === '/*') return { values: xml.texts, joined: xml.joined };
  if (path.text === '//@*') return { values: xml.attributes, joined: [] };
  const start = { reached: 1, inside: 1 };
  const document = { ...start, counts: [], declared: [], isRead: readsTexts(start, path.steps) };
  const evaluation: Evaluation = {
    steps: path.steps,
    nodes: [document],
    skipped: 0,
    values: [],
    mixed: newMixedContent(),
    bindings: path.bound === undefined ? undefined : new Map(),
  };
  for (const token of tokenizeXml(xml.source)) {
    readToken(evaluation, token);
    // Not at the limit, because the last text is joined when its element ends.
    if (evaluation.values.length > limit) break;
  }
  return { values: evaluation.values.slice(0, limit), joined: joinedTexts(evaluation.mixed) };
}

function readToken(evaluation: Evaluation, token: XmlToken): void {
  if (token.kind === 'Text') addText(evaluation, token.value);
  if (token.kind === 'Open' || token.kind === 'Empty') openElement(evaluation, token);
  if (token.kind === 'Close' || token.kind === 'Empty') closeElement(evaluation);
}

function closeElement(evaluation: Evaluation): void {
  if (evaluation.skipped > 0) evaluation.skipped -= 1;
  else if (evaluation.nodes.length > 1) {
    const node = evaluation.nodes.pop();
    for (const prefix of node?.declared ?? []) evaluation.bindings?.get(prefix)?.pop();
    if (node?.isRead === true)
      closeMixed(evaluation.mixed, evaluation.steps.at(-1)?.test === 'Element');
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
  const inside = parent.inside | reached;
  const last = steps.at(-1);
  const isRead = readsTexts({ reached, inside }, steps);
  const node = { reached, inside, counts: [], declared, isRead };
  nodes.push(node);
  if (isRead) openMixed(evaluation.mixed);
  if (last?.test !== 'Attribute' || !hasContext(node, last, steps.length - 1)) return;
  for (const attribute of attributes) {
    if (isVocabulary(attribute) || !isNamed(last, attribute[0], evaluation)) continue;
    values.push(attribute[1]);
  }
}

type Position = Pick<Node, 'reached' | 'inside'>;

/** Returns whether the steps before `index` lead to the node, so that step `index` can continue from it. */
function hasContext(node: Position, step: XPathStep, index: number): boolean {
  const bits = step.axis === 'Child' ? node.reached : node.inside;
  return (bits & (1 << index)) !== 0;
}

function readsTexts(node: Position, steps: readonly XPathStep[]): boolean {
  const last = steps.at(-1);
  if (last?.test === 'Element') return (node.inside & (1 << steps.length)) !== 0;
  return last?.test === 'Text' && hasContext(node, last, steps.length - 1);
}

function isChildSelected(parent: Node, step: XPathStep, index: number): boolean {
  if (!hasContext(parent, step, index)) return false;
  if (step.index === undefined) return true;
  const count = (parent.counts[index] ?? 0) + 1;
  parent.counts[index] = count;
  return count === step.index;
}

function addText({ nodes, values, mixed }: Evaluation, text: ByteString): void {
  if (nodes.at(-1)?.isRead !== true) return;
  addMixedText(mixed, text);
  const value = trimSpace(text);
  if (value !== '') values.push(value);
}
