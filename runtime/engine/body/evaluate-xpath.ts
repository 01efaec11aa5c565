/** Answers an XPath from the tokens of a document: no tree, memory for one entry per open element. */
import type { ByteString } from '../bytes/byte-string.ts';
import { trimSpace } from './ascii-space.ts';
import { MOST_LEVELS, type ParsedXml } from './parse-xml.ts';
import type { XmlTag } from './xml-tag.ts';
import { tokenizeXml, type XmlToken } from './xml-tokens.ts';
import type { XPath, XPathStep } from './xpath.ts';

/**
 * An open element, or the document. Bit `i`: the first `i` steps of the path lead to it
 * (`reached`), or to it or an element around it (`inside`).
 */
type Node = {
  readonly reached: number;
  readonly inside: number;
  /** Per step, how many children it has found so far. */
  readonly counts: number[];
  /** Prefixes that it binds, as long as it is open. */
  readonly declared: readonly ByteString[];
};

type Evaluation = {
  readonly steps: readonly XPathStep[];
  readonly nodes: Node[];
  /** Open elements beyond the limit of levels: they are looked through, not matched. */
  skipped: number;
  readonly values: ByteString[];
  /** For each prefix the URIs that open elements bind it to, the innermost last; undefined: no step has a prefix. */
  readonly bindings: Map<ByteString, ByteString[]> | undefined;
};

/**
 * Values of a path, in document order. An element stands for the texts in it, at any depth, each a value
 * of its own and only once, as in `XML:/*`; `text()` for the texts directly in it. At most `limit` values.
 * Reads the whole document again: callers keep the answer per transaction.
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

/** xmlns="..." and xmlns:p="...": the prefixes that the element binds. */
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

/** Is it the name in the step? An attribute without prefix is in no namespace, an element in the default one. */
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
  for (const [attribute, value] of attributes) {
    if (isNamed(last, attribute, evaluation)) values.push(value);
  }
}

/** Do the steps before `index` lead to the node, so that step `index` may go on from it? */
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
