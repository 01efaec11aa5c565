/** Answers an XPath from the tokens of a document: no tree, memory for one entry per open element. */
import type { ByteString } from '../bytes/byte-string.ts';
import { trimSpace } from './ascii-space.ts';
import { MOST_LEVELS, type ParsedXml } from './parse-xml.ts';
import type { XmlTag } from './xml-tag.ts';
import { tokenizeXml, type XmlToken } from './xml-tokens.ts';
import type { XPath, XPathStep } from './xpath.ts';

/**
 * An open element, or the document. Bit `i` says that the first `i` steps of the path lead to it
 * (`reached`), or to it or an element around it (`inside`).
 */
type Node = {
  readonly reached: number;
  readonly inside: number;
  /** Per step, how many children it has found so far. */
  readonly counts: number[];
};

type Evaluation = {
  readonly steps: readonly XPathStep[];
  readonly nodes: Node[];
  /** Open elements beyond the limit of levels: they are looked through, not matched. */
  skipped: number;
  readonly values: ByteString[];
};

/**
 * Values of a path, in document order. An element stands for the texts in it, at any depth, each a value
 * of its own and only once, as in `XML:/*`; `text()` for the texts directly in it. At most `limit` values.
 * Reads the whole document again: callers keep the answer per transaction.
 */
export function evaluateXPath(xml: ParsedXml, path: XPath, limit: number): readonly ByteString[] {
  if (path.text === '/*') return xml.texts;
  if (path.text === '//@*') return xml.attributes;
  const document = { reached: 1, inside: 1, counts: [] };
  const evaluation: Evaluation = { steps: path.steps, nodes: [document], skipped: 0, values: [] };
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
  else if (evaluation.nodes.length > 1) evaluation.nodes.pop();
}

function openElement(evaluation: Evaluation, { name, attributes }: XmlTag): void {
  const { nodes, steps, values } = evaluation;
  const parent = nodes.at(-1);
  if (parent === undefined || nodes.length > MOST_LEVELS) {
    evaluation.skipped += 1;
    return;
  }
  let reached = 0;
  for (const [index, step] of steps.entries()) {
    if (step.test === 'Element' && isChildSelected(parent, step, index, name)) {
      reached |= 1 << (index + 1);
    }
  }
  const node = { reached, inside: parent.inside | reached, counts: [] };
  nodes.push(node);
  const last = steps.at(-1);
  if (last?.test !== 'Attribute' || !hasContext(node, last, steps.length - 1)) return;
  for (const [attribute, value] of attributes) {
    if (last.name === '*' || last.name === attribute) values.push(value);
  }
}

/** Do the steps before `index` lead to the node, so that step `index` may go on from it? */
function hasContext(node: Node, step: XPathStep, index: number): boolean {
  const bits = step.axis === 'Child' ? node.reached : node.inside;
  return (bits & (1 << index)) !== 0;
}

function isChildSelected(parent: Node, step: XPathStep, index: number, name: ByteString): boolean {
  if (step.name !== '*' && step.name !== name) return false;
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
